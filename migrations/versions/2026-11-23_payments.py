"""Give every order a payment, and record each change of it. Existing orders are paid on delivery.

The migration can be run again.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from migrations import functions

revision: str = "20261123_payments"
down_revision: str | None = "20261123_stones"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

BATCH = 5_000

# The trigger gives a payment to each order that is placed meanwhile. These payments stay unchanged.
FILL = """
    WITH added AS (
        INSERT INTO payment (order_id, status, paid, version)
        SELECT
            shop_order.id,
            CASE WHEN line.delivered THEN 'paid' ELSE 'due' END,
            CASE WHEN line.delivered THEN shop_order.total_amount ELSE 0 END,
            CASE WHEN line.delivered THEN 2 ELSE 1 END
        FROM shop_order
        CROSS JOIN LATERAL (
            SELECT coalesce(every(status = 'delivered'), false) AS delivered
            FROM order_item
            WHERE order_id = shop_order.id
        ) AS line
        WHERE shop_order.id > :after AND shop_order.id <= :upto
        ON CONFLICT DO NOTHING
        RETURNING order_id, paid, version
    )
    INSERT INTO payment_entry (order_id, version, kind, from_status, to_status, method, amount, at)
    SELECT
        order_id, 2, 'payment', 'due', 'paid', 'cod', paid,
        (SELECT coalesce(max(delivered_at), now()) FROM order_item WHERE order_item.order_id = added.order_id)
    FROM added
    WHERE version = 2
"""


def upgrade() -> None:
    op.create_table(
        "payment",
        sa.Column("order_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("method", sa.String(), server_default="cod", nullable=False),
        sa.Column("status", sa.String(), server_default="due", nullable=False),
        sa.Column("paid", sa.Numeric(14, 2), server_default="0", nullable=False),
        sa.Column("refunded", sa.Numeric(14, 2), server_default="0", nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("remind_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("claim_reference", sa.String(), nullable=True),
        sa.Column("claim_amount", sa.Numeric(14, 2), nullable=True),
        sa.Column("claimed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rejection", sa.String(), nullable=True),
        sa.CheckConstraint("paid >= 0 AND refunded BETWEEN 0 AND paid", name=op.f("payment_refunded_check")),
        sa.ForeignKeyConstraint(
            ["order_id"], ["shop_order.id"], name=op.f("payment_order_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("order_id", name=op.f("payment_pkey")),
        if_not_exists=True,
    )
    _index("payment_claimed_idx", "claimed_at", "status = 'claimed'")
    _index("payment_claim_reference_idx", "claim_reference", "claim_reference IS NOT NULL")
    _index("payment_expires_at_idx", "expires_at", "status IN ('due', 'failed')")
    _index("payment_remind_at_idx", "remind_at", "status = 'due'")
    op.create_table(
        "payment_entry",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("from_status", sa.String(), nullable=False),
        sa.Column("to_status", sa.String(), nullable=False),
        sa.Column("method", sa.String(), nullable=False),
        sa.Column("amount", sa.Numeric(14, 2), server_default="0", nullable=False),
        sa.Column("reference", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("admin_id", sa.BigInteger(), nullable=True),
        sa.Column("changed_by", sa.String(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["payment.order_id"], name=op.f("payment_entry_order_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("payment_entry_pkey")),
        sa.UniqueConstraint("order_id", "version", name=op.f("payment_entry_order_id_version_key")),
        if_not_exists=True,
    )
    op.create_index(
        "payment_entry_by_admin_idx",
        "payment_entry",
        ["at", "id"],
        postgresql_where=sa.text("admin_id IS NOT NULL"),
        if_not_exists=True,
    )
    functions.load("keep_payment_entries", version=1)
    with op.get_context().autocommit_block():
        functions.load("add_payment", version=1)
        last = op.get_bind().scalar(sa.text("SELECT coalesce(max(id), 0) FROM shop_order"))
        for after in range(0, last, BATCH):
            op.execute(sa.text(FILL).bindparams(after=after, upto=after + BATCH))


def downgrade() -> None:
    op.execute("DROP TRIGGER add_payment ON shop_order")
    op.execute("DROP FUNCTION add_payment")
    op.drop_table("payment_entry")
    op.drop_table("payment")
    op.execute("DROP FUNCTION keep_payment_entries")


def _index(name: str, column: str, where: str) -> None:
    op.create_index(name, "payment", [column], postgresql_where=sa.text(where), if_not_exists=True)
