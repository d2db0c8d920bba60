"""Store one-time codes, throttles, contact messages and newsletter readers."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261120b"
down_revision: str | None = "20261120a"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "one_time_code",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("subject", sa.LargeBinary(), nullable=False),
        sa.Column("customer_id", sa.Integer(), nullable=True),
        sa.Column("code_hash", sa.LargeBinary(), nullable=True),
        sa.Column("sealed", sa.LargeBinary(), nullable=True),
        sa.Column("tries", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("proof_hash", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name=op.f("one_time_code_customer_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("one_time_code_pkey")),
        sa.UniqueConstraint("subject", name=op.f("one_time_code_subject_key")),
    )
    op.create_index(op.f("one_time_code_customer_id_idx"), "one_time_code", ["customer_id"], unique=False)
    op.create_index(op.f("one_time_code_expires_at_idx"), "one_time_code", ["expires_at"], unique=False)
    op.create_table(
        "throttle",
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("subject", sa.LargeBinary(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("scope", "subject", name=op.f("throttle_pkey")),
    )
    op.create_index(op.f("throttle_ends_at_idx"), "throttle", ["ends_at"], unique=False)
    op.create_table(
        "contact_message",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.Column("company", sa.String(), nullable=False),
        sa.Column("message", sa.String(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("contact_message_pkey")),
    )
    op.create_table(
        "newsletter_reader",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("unsubscribed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("newsletter_reader_pkey")),
    )
    op.create_index(
        "newsletter_reader_email_key", "newsletter_reader", [sa.literal_column("lower(email)")], unique=True
    )
    op.create_index(
        "newsletter_reader_unconfirmed_idx",
        "newsletter_reader",
        ["asked_at"],
        unique=False,
        postgresql_where=sa.text("confirmed_at IS NULL"),
    )


def downgrade() -> None:
    op.drop_table("newsletter_reader")
    op.drop_table("contact_message")
    op.drop_table("throttle")
    op.drop_table("one_time_code")
