"""Store refunds at the payment provider until they are done or failed, and who has seen a notice.

The migration can be run again.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from migrations import indexes

revision: str = "20261124_failed_refunds"
down_revision: str | None = "20261124_search_words"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {"payment_refund_failed_idx": "payment (order_id) WHERE refund_failed > 0"}

# The provider is asked about existing refunds. Its response has the payment of each.
_KNOWN_REFUNDS = """
    INSERT INTO payment_refund (id, order_id, payment_id, amount, status, created_at, asked_at)
    SELECT
        sent.reference,
        sent.order_id,
        coalesce((
            SELECT came.reference
            FROM payment_entry AS came
            WHERE
                came.order_id = sent.order_id
                AND came.amount >= sent.amount
                AND (came.kind = 'surplus' OR (came.kind = 'payment' AND came.method = 'online'))
            ORDER BY came.kind, came.version DESC
            LIMIT 1
        ), ''),
        sent.amount,
        'pending',
        sent.at,
        sent.at
    FROM payment_entry AS sent
    WHERE sent.kind = 'refund_sent' AND sent.at > now() - interval '30 days'
    ON CONFLICT DO NOTHING
"""


def upgrade() -> None:
    op.execute("ALTER TABLE payment ADD COLUMN IF NOT EXISTS refund_failed numeric(14, 2) NOT NULL DEFAULT 0")
    indexes.build(INDEXES)
    op.add_column("payment_notice", sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("payment_notice", sa.Column("seen_by", sa.String(), nullable=True))
    op.create_index("payment_notice_unseen_idx", "payment_notice", ["id"], postgresql_where=sa.text("seen_at IS NULL"))
    op.create_table(
        "payment_refund",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("payment_id", sa.String(), nullable=False),
        sa.Column("amount", sa.Numeric(14, 2), nullable=False),
        sa.Column("status", sa.String(), server_default="pending", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["payment.order_id"], name=op.f("payment_refund_order_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("payment_refund_pkey")),
    )
    op.create_index(op.f("payment_refund_order_id_idx"), "payment_refund", ["order_id"])
    op.create_index(
        "payment_refund_pending_idx", "payment_refund", ["asked_at"], postgresql_where=sa.text("status = 'pending'")
    )
    op.execute(_KNOWN_REFUNDS)


def downgrade() -> None:
    indexes.drop(INDEXES)
    op.drop_table("payment_refund")
    op.drop_index("payment_notice_unseen_idx", "payment_notice")
    op.drop_column("payment_notice", "seen_by")
    op.drop_column("payment_notice", "seen_at")
    op.drop_column("payment", "refund_failed")
