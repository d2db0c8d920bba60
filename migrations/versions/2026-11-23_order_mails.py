"""Count the mails about orders that a shopper gets, and let a delivery be postponed."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261123_order_mails"
down_revision: str | None = "20261123_delivery_shares"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "order_mail",
        sa.Column("delivery_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("delivery_id", name=op.f("order_mail_pkey")),
    )
    op.create_index("order_mail_of_customer_idx", "order_mail", ["customer_id", "sent_at"])
    op.add_column("delivery", sa.Column("postponed_to", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("delivery", "postponed_to")
    op.drop_table("order_mail")
