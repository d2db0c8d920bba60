"""Store the measured weight of a line's pieces with the status change to packed."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261127_weighed_pieces"
down_revision: str | None = "20261126_order_history"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.execute("ALTER TABLE status_change ADD COLUMN IF NOT EXISTS weights numeric(10, 3)[] NOT NULL DEFAULT '{}'")


def downgrade() -> None:
    op.execute("ALTER TABLE status_change DROP COLUMN IF EXISTS weights")
