"""Store wishlists."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261120d"
down_revision: str | None = "20261120c"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "wishlist_entry",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("customer_id", sa.Integer(), nullable=False),
        sa.Column("product_id", sa.Integer(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name=op.f("wishlist_entry_customer_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["product_id"], ["product.id"], name=op.f("wishlist_entry_product_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("wishlist_entry_pkey")),
        sa.UniqueConstraint("customer_id", "product_id", name=op.f("wishlist_entry_customer_id_product_id_key")),
    )
    op.create_index(op.f("wishlist_entry_product_id_idx"), "wishlist_entry", ["product_id"])


def downgrade() -> None:
    op.drop_table("wishlist_entry")
