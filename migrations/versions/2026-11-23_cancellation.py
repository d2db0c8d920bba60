"""Let a line of an order be cancelled, at a time and for a reason.

The previous version writes neither the status nor the columns.
"""

from collections.abc import Sequence

from alembic import op

revision: str = "20261123_cancellation"
down_revision: str | None = "20261123_stock"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

CHECK = "order_item_status_check"


def upgrade() -> None:
    # These statements can be run again after an attempt that stopped before the validation.
    op.execute("ALTER TABLE order_item ADD COLUMN IF NOT EXISTS cancelled_at timestamptz")
    op.execute("ALTER TABLE status_change ADD COLUMN IF NOT EXISTS reason varchar")
    _check("'ordered', 'packed', 'shipped', 'delivered', 'cancelled'")
    with op.get_context().autocommit_block():
        op.execute(f"ALTER TABLE order_item VALIDATE CONSTRAINT {CHECK}")


def downgrade() -> None:
    _check("'ordered', 'packed', 'shipped', 'delivered'")
    op.drop_column("status_change", "reason")
    op.drop_column("order_item", "cancelled_at")


def _check(statuses: str) -> None:
    op.execute(
        f"ALTER TABLE order_item DROP CONSTRAINT {CHECK},"
        f" ADD CONSTRAINT {CHECK} CHECK (status IN ({statuses})) NOT VALID"
    )
