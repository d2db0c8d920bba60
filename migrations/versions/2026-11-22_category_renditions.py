"""Store renditions of categories' pictures."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "20261122_category_renditions"
down_revision: str | None = "20261121_updated_at"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "category",
        sa.Column(
            "renditions", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'[]'"), nullable=False
        ),
    )
    note_without("id,original,image_status,renditions")


def downgrade() -> None:
    note_without("id,original,image_status")
    op.drop_column("category", "renditions")


def note_without(left_out: str) -> None:
    """Audit categories without these columns."""
    op.execute("DROP TRIGGER note_change ON category")
    op.execute(
        "CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON category FOR EACH ROW"
        " WHEN (current_setting('swarna.actor', true) <> '')"
        f" EXECUTE FUNCTION note_change('category', 'name', '{left_out}', '')"
    )
