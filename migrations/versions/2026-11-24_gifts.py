"""Let an order be a gift, with a message and wrapping. Can be run again."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261124_gifts"
down_revision: str | None = "20261124_webhooks"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.execute("ALTER TABLE shop_order ADD COLUMN IF NOT EXISTS gift jsonb")


def downgrade() -> None:
    op.drop_column("shop_order", "gift")
