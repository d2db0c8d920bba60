"""Index the orders without an address, which are the orders without items. The migration can be run again."""

from collections.abc import Sequence

from migrations import indexes

revision: str = "20261203_orders_without_items"
down_revision: str | None = "20261202_audit_indexes"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {"shop_order_no_address_idx": "shop_order (id) WHERE address IS NULL AND erased_at IS NULL"}


def upgrade() -> None:
    indexes.build(INDEXES)


def downgrade() -> None:
    indexes.drop(INDEXES)
