"""Store when the description of a product last changed, for search engines."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261121_updated_at"
down_revision: str | None = "20261121_imports"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "product",
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
    )


def downgrade() -> None:
    op.drop_column("product", "updated_at")
