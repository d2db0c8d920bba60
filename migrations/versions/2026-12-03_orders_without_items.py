"""Index the orders without an address, as those without items are. The migration can be run again."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261203_orders_without_items"
down_revision: str | None = "20261202_audit_indexes"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_DROP = "DROP INDEX CONCURRENTLY IF EXISTS shop_order_no_address_idx"


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute(_DROP)  # an invalid one, of a stopped migration
        op.execute("""
            CREATE INDEX CONCURRENTLY shop_order_no_address_idx ON shop_order (id)
            WHERE address IS NULL AND erased_at IS NULL
        """)


def downgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute(_DROP)
