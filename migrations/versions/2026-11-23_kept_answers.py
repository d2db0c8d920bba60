"""Store the responses to requests that create something, by their Idempotency-Key."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261123_kept_answers"
down_revision: str | None = "20261123_wide_keys"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "kept_answer",
        sa.Column("customer_id", sa.BigInteger(), nullable=True),
        sa.Column("admin_id", sa.BigInteger(), nullable=True),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("request_hash", sa.LargeBinary(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("(customer_id IS NULL) <> (admin_id IS NULL)", name="kept_answer_owner_check"),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name="kept_answer_customer_id_fkey", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["admin_id"], ["admin.id"], name="kept_answer_admin_id_fkey", ondelete="CASCADE"),
        sa.UniqueConstraint(
            "customer_id",
            "admin_id",
            "key",
            name="kept_answer_customer_id_admin_id_key_key",
            postgresql_nulls_not_distinct=True,
        ),
    )
    op.create_index("kept_answer_created_at_idx", "kept_answer", ["created_at"])


def downgrade() -> None:
    op.drop_table("kept_answer")
