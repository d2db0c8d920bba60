"""Store the PANs of orders above the law's limit, encrypted."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261124_pans"
down_revision: str | None = "20261124_online_payments"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "order_pan",
        sa.Column("order_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("encrypted", sa.LargeBinary(), nullable=False),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["order_id"], ["shop_order.id"], name=op.f("order_pan_order_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("order_id", name=op.f("order_pan_pkey")),
    )


def downgrade() -> None:
    op.drop_table("order_pan")
