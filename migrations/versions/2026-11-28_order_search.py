"""Find orders by a part of a product's name, or by the beginning of its code, without reading all lines.

The trigger is created first, so that it records names that are written meanwhile. The migration can be run again.
"""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261128_order_search"
down_revision: str | None = "20261127_stars_by_reviews"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {
    "product_name_parts_idx": "product_name USING gin (text_parts(name)) WITH (gin_pending_list_limit = 256)",
    "product_lower_code_idx": "product (lower(code) text_pattern_ops)",
}


def upgrade() -> None:
    op.execute("""
        CREATE TABLE IF NOT EXISTS product_name (
            product_id bigint NOT NULL REFERENCES product ON DELETE CASCADE,
            name character varying NOT NULL,
            PRIMARY KEY (product_id, name)
        )
    """)
    functions.load("add_product_name", version=1)
    with op.get_context().autocommit_block():
        op.execute("""
            INSERT INTO product_name (product_id, name)
            SELECT id, name FROM product UNION SELECT product_id, product_name FROM order_item
            ON CONFLICT DO NOTHING
        """)
        for name, definition in INDEXES.items():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")  # a stopped migration may have left an invalid one
            op.execute(f"CREATE INDEX CONCURRENTLY {name} ON {definition}")
        op.execute("ANALYZE product, product_name")


def downgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS product_lower_code_idx")
    op.execute("DROP TRIGGER IF EXISTS add_product_name ON product")
    op.execute("DROP FUNCTION IF EXISTS add_product_name()")
    op.execute("DROP TABLE IF EXISTS product_name")
