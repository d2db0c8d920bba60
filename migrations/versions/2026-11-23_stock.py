"""Count the pieces of products, record every movement of a count, and let shoppers ask for a mail.

The migration can be run again.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from migrations import functions, indexes

revision: str = "20261123_stock"
down_revision: str | None = "20261123_function_files"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {"product_stock_quantity_id_idx": "product (stock_quantity, id)"}


def upgrade() -> None:
    op.execute("""
        ALTER TABLE product
            ADD COLUMN IF NOT EXISTS stock_quantity integer,
            DROP CONSTRAINT IF EXISTS product_stock_quantity_check,
            ADD CONSTRAINT product_stock_quantity_check CHECK (stock_quantity BETWEEN 0 AND 100000) NOT VALID
    """)
    _create_movements()
    _create_requests()
    functions.load("keep_stock_movements", version=1)
    # one transaction for each file, so that no two tables are locked together
    with op.get_context().autocommit_block():
        for name, version in (("follow_stock_quantity", 1), ("list_product", 2), ("announce_catalogue", 2)):
            functions.load(name, version=version)
        op.execute("ALTER TABLE product VALIDATE CONSTRAINT product_stock_quantity_check")
    indexes.build(INDEXES)


def _create_movements() -> None:
    op.create_table(
        "stock_movement",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("note", sa.String(), server_default="", nullable=False),
        sa.Column("order_item_id", sa.BigInteger(), nullable=True),
        sa.Column("admin_id", sa.BigInteger(), nullable=True),
        sa.Column("changed_by", sa.String(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("quantity <> 0", name=op.f("stock_movement_quantity_check")),
        sa.ForeignKeyConstraint(
            ["product_id"], ["product.id"], name=op.f("stock_movement_product_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["order_item_id"], ["order_item.id"], name=op.f("stock_movement_order_item_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("stock_movement_pkey")),
        if_not_exists=True,
    )
    op.create_index(
        op.f("stock_movement_product_id_id_idx"), "stock_movement", ["product_id", "id"], if_not_exists=True
    )
    op.create_index(
        "stock_movement_of_item_idx",
        "stock_movement",
        ["order_item_id"],
        postgresql_where=sa.text("order_item_id IS NOT NULL"),
        if_not_exists=True,
    )


def _create_requests() -> None:
    op.create_table(
        "back_in_stock_request",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("mailed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["product_id"], ["product.id"], name=op.f("back_in_stock_request_product_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name=op.f("back_in_stock_request_customer_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("back_in_stock_request_pkey")),
        if_not_exists=True,
    )
    op.create_index(
        "back_in_stock_request_open_idx",
        "back_in_stock_request",
        ["product_id", "customer_id"],
        unique=True,
        postgresql_where=sa.text("mailed_at IS NULL"),
        if_not_exists=True,
    )
    op.create_index(
        op.f("back_in_stock_request_customer_id_idx"), "back_in_stock_request", ["customer_id"], if_not_exists=True
    )


def downgrade() -> None:
    op.execute("DROP TRIGGER announce_last_pieces ON product")
    functions.load("announce_catalogue", version=1)
    op.execute("DROP TRIGGER list_product_in_stock ON product")
    functions.load("list_product", version=1)
    op.execute("DROP TRIGGER follow_stock_quantity ON product")
    op.drop_table("back_in_stock_request")
    op.drop_table("stock_movement")
    op.execute("DROP FUNCTION keep_stock_movements")
    op.execute("DROP FUNCTION follow_stock_quantity")
    op.drop_index("product_stock_quantity_id_idx", table_name="product")
    op.drop_column("product", "stock_quantity")
