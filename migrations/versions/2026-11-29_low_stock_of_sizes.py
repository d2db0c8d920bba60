"""Index the products with few pieces left, in total or in a size.

The migration can be run again.
"""

from collections.abc import Sequence

from alembic import op

revision: str = "20261129_low_stock_of_sizes"
down_revision: str | None = "20261129_told_sizes"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute(
            "DROP INDEX CONCURRENTLY IF EXISTS product_low_stock_idx"
        )  # a stopped migration may have left an invalid one
        op.execute("""
            CREATE INDEX CONCURRENTLY product_low_stock_idx ON product (stock_quantity, id)
            WHERE stock_quantity <= 2 OR jsonb_path_exists(sizes, '$[*].stock_quantity ? (@ <= 2)')
        """)


def downgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS product_low_stock_idx")
