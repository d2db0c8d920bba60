"""Store the last price of each wished product that its shopper was notified of, and when."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261126_price_news"
down_revision: str | None = "20261126_keys_of_systems"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("wishlist_entry", sa.Column("told_price", sa.Numeric(20, 2), nullable=True))
    op.add_column("wishlist_entry", sa.Column("told_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("wishlist_entry", "told_at")
    op.drop_column("wishlist_entry", "told_price")
