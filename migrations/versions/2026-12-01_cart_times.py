"""Index the last addition to each customer's cart, by which the list of carts is sorted."""

from collections.abc import Sequence

from migrations import indexes

revision: str = "20261201_cart_times"
down_revision: str | None = "20261201_foreign_keys"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {"cart_item_customer_id_added_at_idx": "cart_item (customer_id, added_at)"}


def upgrade() -> None:
    indexes.build(INDEXES)


def downgrade() -> None:
    indexes.drop(INDEXES)
