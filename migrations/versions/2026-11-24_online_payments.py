"""Store links of the payment provider, notices of unexpected reports, and the sums of surpluses and refunds.

The migration can be run again.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from migrations import indexes

revision: str = "20261124_online_payments"
down_revision: str | None = "20261124_price_holds"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {
    "payment_entry_provider_idx": "payment_entry (reference)"
    " WHERE kind IN ('surplus', 'refund_sent') OR (kind = 'payment' AND method = 'online')"
}


def upgrade() -> None:
    indexes.build(INDEXES, unique=True)
    for name in ("surplus", "refund_pending"):
        op.add_column("payment", sa.Column(name, sa.Numeric(14, 2), server_default="0", nullable=False))
    op.create_table(
        "payment_link",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("reference", sa.String(), nullable=False),
        sa.Column("amount", sa.Numeric(14, 2), nullable=False),
        sa.Column("pay_url", sa.String(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(), server_default="open", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["payment.order_id"], name=op.f("payment_link_order_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("payment_link_pkey")),
        sa.UniqueConstraint("reference", name=op.f("payment_link_reference_key")),
    )
    op.create_index(op.f("payment_link_order_id_idx"), "payment_link", ["order_id"])
    op.create_index("payment_link_open_idx", "payment_link", ["asked_at"], postgresql_where=sa.text("status = 'open'"))
    op.create_table(
        "payment_notice",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("problem", sa.String(), nullable=False),
        sa.Column("link_id", sa.String(), nullable=False),
        sa.Column("payment_id", sa.String(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=True),
        sa.Column("amount", sa.Numeric(14, 2), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("payment_notice_pkey")),
        sa.UniqueConstraint(
            "problem", "link_id", "payment_id", name=op.f("payment_notice_problem_link_id_payment_id_key")
        ),
    )


def downgrade() -> None:
    indexes.drop(INDEXES)
    op.drop_table("payment_notice")
    op.drop_table("payment_link")
    op.drop_column("payment", "refund_pending")
    op.drop_column("payment", "surplus")
