"""Let products come in sizes, each with its weight and pieces, and let carts, wishlists and orders name one.

A cart line with a size has its product in a separate column. The previous version names the key of lines without a size
in ON CONFLICT, so this key stays. That version does not see lines with a size. Can be run again.
"""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261124_sizes"
down_revision: str | None = "20261124_failed_refunds"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

CHECK = "CHECK (NOT jsonb_path_exists(sizes, '$[*].stock_quantity ? (@ < 0)')) NOT VALID"
KEY = "cart_item_sized_key"


def upgrade() -> None:
    functions.load("move_sizes", version=1)
    # one transaction for each statement, so that no two tables are locked together
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE product ADD COLUMN IF NOT EXISTS sizes jsonb NOT NULL DEFAULT '[]'")
        op.execute("ALTER TABLE product DROP CONSTRAINT IF EXISTS product_sizes_check")
        op.execute(f"ALTER TABLE product ADD CONSTRAINT product_sizes_check {CHECK}")
        op.execute("ALTER TABLE product VALIDATE CONSTRAINT product_sizes_check")
        functions.load("shown_sizes", version=1)
        for table in ("order_item", "stock_movement", "wishlist_entry", "cart_item"):
            op.execute(f"ALTER TABLE {table} ADD COLUMN IF NOT EXISTS size varchar")
        op.execute("""
            ALTER TABLE cart_item
                ALTER COLUMN product_id DROP NOT NULL,
                ADD COLUMN IF NOT EXISTS sized_product_id bigint
                    CONSTRAINT cart_item_sized_product_id_fkey REFERENCES product (id) ON DELETE CASCADE,
                DROP CONSTRAINT IF EXISTS cart_item_product_check
        """)
        op.execute("""
            ALTER TABLE cart_item ADD CONSTRAINT cart_item_product_check CHECK (
                num_nonnulls(product_id, sized_product_id) = 1 AND (sized_product_id IS NULL) = (size IS NULL)
            ) NOT VALID
        """)
        op.execute("ALTER TABLE cart_item VALIDATE CONSTRAINT cart_item_product_check")
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {KEY}")
        op.create_index(
            KEY,
            "cart_item",
            ["sized_product_id", "customer_id", "size"],
            unique=True,
            postgresql_concurrently=True,
        )


def downgrade() -> None:
    op.execute("DELETE FROM cart_item WHERE product_id IS NULL")
    op.drop_index(KEY, table_name="cart_item")
    op.drop_column("cart_item", "sized_product_id")
    op.alter_column("cart_item", "product_id", nullable=False)
    for table in ("cart_item", "wishlist_entry", "stock_movement", "order_item"):
        op.drop_column(table, "size")
    op.execute("DROP TRIGGER announce_sizes ON product")
    op.drop_column("product", "sizes")
    op.execute("DROP FUNCTION shown_sizes")
    op.execute("DROP FUNCTION move_sizes")
