"""Store exports of shoppers' data, and deletions of accounts."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from migrations import functions

revision: str = "20261124_personal_data"
down_revision: str | None = "20261124_queue_pauses"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("customer", sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("shop_order", sa.Column("erased_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "data_export",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("size", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="data_export_pkey"),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customer.id"], name="data_export_customer_id_fkey", ondelete="CASCADE"
        ),
    )
    op.create_index("data_export_customer_id_id_idx", "data_export", ["customer_id", "id"])
    op.create_index("data_export_ends_at_idx", "data_export", ["ends_at"])
    functions.load("redacted_changes", version=1)
    functions.load("redact_deleted_customer", version=1)
    functions.load("keep_audit", version=2)
    functions.load("keep_payment_entries", version=2)
    functions.load("keep_stock_movements", version=2)


def downgrade() -> None:
    functions.load("keep_stock_movements", version=1)
    functions.load("keep_payment_entries", version=1)
    functions.load("keep_audit", version=1)
    op.execute("DROP FUNCTION redact_deleted_customer")
    op.execute("DROP FUNCTION redacted_changes")
    op.drop_table("data_export")
    op.drop_column("shop_order", "erased_at")
    op.drop_column("customer", "deleted_at")
