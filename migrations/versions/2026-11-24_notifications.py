"""Store the mails that shoppers do not want, the devices that show notifications, and the last notification of each."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261124_notifications"
down_revision: str | None = "20261124_sign_ins"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "mail_choice",
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("is_wanted", sa.Boolean(), nullable=False),
        sa.CheckConstraint("subject IN ('orders', 'payments', 'wishlist')", name=op.f("mail_choice_subject_check")),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name=op.f("mail_choice_customer_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("customer_id", "subject", name=op.f("mail_choice_pkey")),
    )
    op.create_table(
        "push_device",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("endpoint", sa.String(), nullable=False),
        sa.Column("p256dh", sa.String(), nullable=False),
        sa.Column("auth", sa.String(), nullable=False),
        sa.Column("orders", sa.Boolean(), nullable=False),
        sa.Column("payments", sa.Boolean(), nullable=False),
        sa.Column("wishlist", sa.Boolean(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name=op.f("push_device_customer_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("push_device_pkey")),
        sa.UniqueConstraint("endpoint", name=op.f("push_device_endpoint_key")),
    )
    op.create_index(op.f("push_device_customer_id_idx"), "push_device", ["customer_id"])
    op.create_table(
        "push_sent",
        sa.Column("device_id", sa.BigInteger(), nullable=False),
        sa.Column("order_item_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["device_id"], ["push_device.id"], name=op.f("push_sent_device_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("device_id", "order_item_id", name=op.f("push_sent_pkey")),
    )


def downgrade() -> None:
    for table in ("push_sent", "push_device", "mail_choice"):
        op.drop_table(table)
