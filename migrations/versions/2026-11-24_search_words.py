"""Find products by any word of their names, and by their codes without regard to case and punctuation."""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261124_search_words"
down_revision: str | None = "20261124_hallmarks"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {
    # Without a pending list: a repricing rewrites every row, and the next search would have to read the whole list.
    "listing_words_idx": "listing USING gin (search_words(name)) WITH (fastupdate = off)",
    "product_plain_code_idx": "product (translate(lower(code COLLATE \"C\"), ' -_./', ''))",
}


def upgrade() -> None:
    functions.load("search_words", version=1)
    with op.get_context().autocommit_block():
        for name, definition in INDEXES.items():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")  # a stopped migration may have left an invalid one
            op.execute(f"CREATE INDEX CONCURRENTLY {name} ON {definition}")
        op.execute("ANALYZE listing")


def downgrade() -> None:
    with op.get_context().autocommit_block():
        for name in INDEXES:
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
    op.execute("DROP FUNCTION IF EXISTS search_words(text)")
