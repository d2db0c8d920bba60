"""Store how many calls of each webhook endpoint may be in flight."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261126_webhook_limits"
down_revision: str | None = "20261126_price_news"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("webhook_endpoint", sa.Column("call_limit", sa.Float(), server_default="20", nullable=False))
    op.add_column("webhook_endpoint", sa.Column("limited_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("webhook_endpoint", "limited_at")
    op.drop_column("webhook_endpoint", "call_limit")
