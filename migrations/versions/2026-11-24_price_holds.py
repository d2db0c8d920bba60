"""Store held prices: a gold rate for a shopper's items until a time."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision: str = "20261124_price_holds"
down_revision: str | None = "20261124_policies"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "price_hold",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("gold_rate", sa.Numeric(14, 2), nullable=False),
        sa.Column("items", JSONB(), nullable=False),
        sa.Column("held_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name=op.f("price_hold_customer_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["order_id"], ["shop_order.id"], name=op.f("price_hold_order_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("price_hold_pkey")),
    )
    op.create_index(op.f("price_hold_customer_id_id_idx"), "price_hold", ["customer_id", "id"])
    op.create_index("price_hold_order_id_idx", "price_hold", ["order_id"], unique=True)


def downgrade() -> None:
    op.drop_table("price_hold")
