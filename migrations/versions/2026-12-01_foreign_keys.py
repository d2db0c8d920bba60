"""Index invoices by customer and stock requests by product, because the deletion of either looks for them."""

from collections.abc import Sequence

from migrations import indexes

revision: str = "20261201_foreign_keys"
down_revision: str | None = "20261201_erasure_indexes"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {
    "invoice_customer_id_idx": "invoice (customer_id)",
    "back_in_stock_request_product_id_idx": "back_in_stock_request (product_id)",
}


def upgrade() -> None:
    indexes.build(INDEXES)


def downgrade() -> None:
    indexes.drop(INDEXES)
