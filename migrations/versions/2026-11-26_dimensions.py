"""Give products a width and a height in mm, and index their sizes and stones for the filters. Can be run again.

Existing products have neither.
"""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261126_dimensions"
down_revision: str | None = "20261126_customer_search"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {
    "product_size_labels_idx": "jsonb_path_query_array(sizes, '$[*].label')",
    "product_stone_kinds_idx": "jsonb_path_query_array(stones, '$[*].kind')",
}


def upgrade() -> None:
    op.execute("""
        ALTER TABLE product
            ADD COLUMN IF NOT EXISTS width numeric(6, 1),
            ADD COLUMN IF NOT EXISTS height numeric(6, 1),
            DROP CONSTRAINT IF EXISTS product_measures_check,
            ADD CONSTRAINT product_measures_check CHECK (width > 0 AND height > 0) NOT VALID
    """)
    with op.get_context().autocommit_block():
        functions.load("announce_catalogue", version=5)
        for name, expression in INDEXES.items():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")  # a stopped migration may have left an invalid one
            op.execute(f"CREATE INDEX CONCURRENTLY {name} ON product USING gin ({expression})")
        op.execute("ANALYZE product")
        op.execute("ALTER TABLE product VALIDATE CONSTRAINT product_measures_check")


def downgrade() -> None:
    with op.get_context().autocommit_block():
        for name in INDEXES:
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
    functions.load("announce_catalogue", version=4)
    op.drop_column("product", "height")
    op.drop_column("product", "width")
