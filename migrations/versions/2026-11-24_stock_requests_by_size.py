"""Let shoppers wait for one size of a product. Can be run again."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261124_stock_requests_by_size"
down_revision: str | None = "20261124_notifications"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

OLD, NEW = "back_in_stock_request_open_idx", "back_in_stock_request_open_size_idx"
COLUMNS = {OLD: "(product_id, customer_id)", NEW: "(product_id, customer_id, size) NULLS NOT DISTINCT"}


def upgrade() -> None:
    op.execute("ALTER TABLE back_in_stock_request ADD COLUMN IF NOT EXISTS size varchar")
    _replace(OLD, NEW)


def downgrade() -> None:
    op.execute("DELETE FROM back_in_stock_request WHERE size IS NOT NULL")
    _replace(NEW, OLD)
    op.drop_column("back_in_stock_request", "size")


def _replace(old: str, new: str) -> None:
    """Create the new unique index before the old one is dropped, so that there is always one."""
    with op.get_context().autocommit_block():
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {new}")
        op.execute(
            f"CREATE UNIQUE INDEX CONCURRENTLY {new} ON back_in_stock_request {COLUMNS[new]} WHERE mailed_at IS NULL"
        )
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {old}")
