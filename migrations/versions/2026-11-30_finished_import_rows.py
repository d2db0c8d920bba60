"""Delete the applied rows of finished imports. Nothing reads them."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261130_finished_import_rows"
down_revision: str | None = "20261129_search_words_by_parts"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.execute("""
        DELETE FROM product_import_row USING product_import
        WHERE product_import.id = import_id AND status = 'done' AND outcome <> 'refused'
    """)


def downgrade() -> None:
    """Keep the tables as they are: the deleted rows are not needed."""
