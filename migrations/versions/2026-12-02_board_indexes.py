"""Index orders by amount, customers by name and payments by status, for the board's filters and sort orders.

The migration can be run again.
"""

from collections.abc import Sequence

from migrations import indexes

revision: str = "20261202_board_indexes"
down_revision: str | None = "20261202_order_amounts"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {
    "customer_name_id_idx": "customer (lower(name), id)",
    "payment_status_order_id_idx": "payment (status, order_id)",
    "shop_order_total_amount_id_idx": "shop_order (total_amount, id)",
}


def upgrade() -> None:
    indexes.build(INDEXES)


def downgrade() -> None:
    indexes.drop(INDEXES)
