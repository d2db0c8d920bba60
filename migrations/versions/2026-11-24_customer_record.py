"""Store notes of staff about customers and the mails that were sent to them; find all events of a customer.

The migration can be run again.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from migrations import indexes

revision: str = "20261124_customer_record"
down_revision: str | None = "20261124_scheduled_products"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {
    "domain_event_about_customer_idx": "domain_event (customer_id, position)"
    " WHERE customer_id IS NOT NULL AND reach <> 'customer_and_admins'"
}


def upgrade() -> None:
    indexes.build(INDEXES)
    op.create_table(
        "customer_note",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("admin_id", sa.BigInteger(), nullable=True),
        sa.Column("written_by", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name=op.f("customer_note_customer_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["admin_id"], ["admin.id"], name=op.f("customer_note_admin_id_fkey"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("customer_note_pkey")),
    )
    op.create_index(op.f("customer_note_customer_id_id_idx"), "customer_note", ["customer_id", "id"])
    op.create_table(
        "sent_mail",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("delivery_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name=op.f("sent_mail_customer_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("sent_mail_pkey")),
        sa.UniqueConstraint("delivery_id", name=op.f("sent_mail_delivery_id_key")),
    )
    op.create_index(op.f("sent_mail_customer_id_id_idx"), "sent_mail", ["customer_id", "id"])
    op.create_index("sent_mail_at_idx", "sent_mail", ["at"])


def downgrade() -> None:
    indexes.drop(INDEXES)
    op.drop_table("sent_mail")
    op.drop_table("customer_note")
