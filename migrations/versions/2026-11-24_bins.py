"""Store the bin of a product's pieces."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261124_bins"
down_revision: str | None = "20261124_desk"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.execute("ALTER TABLE product ADD COLUMN IF NOT EXISTS bin varchar")


def downgrade() -> None:
    op.drop_column("product", "bin")
