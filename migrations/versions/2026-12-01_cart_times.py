"""Find by index when a customer added a product to the cart last, by which the list of carts is sorted."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261201_cart_times"
down_revision: str | None = "20261201_foreign_keys"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEX = "cart_item_customer_id_added_at_idx"


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {INDEX}")  # an invalid one, of a stopped migration
        op.execute(f"CREATE INDEX CONCURRENTLY {INDEX} ON cart_item (customer_id, added_at)")


def downgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {INDEX}")
