"""Store returns of delivered pieces, with their history."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261123_returns"
down_revision: str | None = "20261123_cancellation"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

STATUSES = "'requested', 'approved', 'declined', 'received', 'refunded', 'withdrawn'"


def upgrade() -> None:
    op.create_table(
        "return_request",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("order_item_id", sa.BigInteger(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("into_stock", sa.Boolean(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("requested_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(f"status IN ({STATUSES})", name=op.f("return_request_status_check")),
        sa.CheckConstraint("quantity BETWEEN 1 AND 10", name=op.f("return_request_quantity_check")),
        sa.ForeignKeyConstraint(["order_item_id"], ["order_item.id"], name=op.f("return_request_order_item_id_fkey")),
        sa.ForeignKeyConstraint(["customer_id"], ["customer.id"], name=op.f("return_request_customer_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("return_request_pkey")),
    )
    op.create_index(op.f("return_request_order_item_id_idx"), "return_request", ["order_item_id"])
    op.create_index(op.f("return_request_status_id_idx"), "return_request", ["status", "id"])
    op.create_index(op.f("return_request_customer_id_id_idx"), "return_request", ["customer_id", "id"])
    op.create_table(
        "return_step",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("return_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("from_status", sa.String(), nullable=True),
        sa.Column("to_status", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("admin_id", sa.BigInteger(), nullable=True),
        sa.Column("changed_by", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["return_id"], ["return_request.id"], name=op.f("return_step_return_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("return_step_pkey")),
        sa.UniqueConstraint("return_id", "version", name=op.f("return_step_return_id_version_key")),
    )


def downgrade() -> None:
    op.drop_table("return_step")
    op.drop_table("return_request")
