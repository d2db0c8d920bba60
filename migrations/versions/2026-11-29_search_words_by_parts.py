"""Find products by the parts of words with dashes, apostrophes and quotes, and without accents.

The migration can be run again, for example after an open transaction made the rebuilding of the index time out.
"""

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
    # Open connections keep the inlined function of an index until the index changes. This statement sets the current
    # value of an option for that. While it waits for a lock, new queries of products wait behind it; requests give up
    # after 3 s.
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute("ALTER INDEX listing_words_idx SET (fastupdate = off)")
    with op.get_context().autocommit_block():
        # a stopped migration may have left it
        for suffix in ("ccnew", "ccold"):
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS listing_words_idx_{suffix}")
        op.execute("REINDEX INDEX CONCURRENTLY listing_words_idx")
