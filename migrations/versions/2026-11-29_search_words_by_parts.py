"""Find products by the parts of words with dashes, apostrophes and quotes, and without accents."""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261129_search_words_by_parts"
down_revision: str | None = "20261129_removed_customers"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    _load(version=2)


def downgrade() -> None:
    _load(version=1)


def _load(*, version: int) -> None:
    """Replace the function, then rebuild its index. Until then searches use the index with the earlier words."""
    functions.load("search_words", version=version)
    with op.get_context().autocommit_block():
        op.execute(
            "DROP INDEX CONCURRENTLY IF EXISTS listing_words_idx_ccnew"
        )  # an invalid one, of a stopped migration
        op.execute("REINDEX INDEX CONCURRENTLY listing_words_idx")
