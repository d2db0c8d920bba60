"""Store notes of staff about orders, and the assignments of orders to staff."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261124_desk"
down_revision: str | None = "20261124_stock_requests_by_size"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "order_note",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("admin_id", sa.BigInteger(), nullable=True),
        sa.Column("written_by", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["order_id"], ["shop_order.id"], name=op.f("order_note_order_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["admin_id"], ["admin.id"], name=op.f("order_note_admin_id_fkey"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("order_note_pkey")),
    )
    op.create_index(op.f("order_note_order_id_id_idx"), "order_note", ["order_id", "id"])
    op.create_table(
        "order_assignment",
        sa.Column("order_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("admin_id", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_by", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["order_id"], ["shop_order.id"], name=op.f("order_assignment_order_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["admin_id"], ["admin.id"], name=op.f("order_assignment_admin_id_fkey"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("order_id", name=op.f("order_assignment_pkey")),
    )
    op.create_index(op.f("order_assignment_admin_id_idx"), "order_assignment", ["admin_id"])


def downgrade() -> None:
    op.drop_table("order_assignment")
    op.drop_table("order_note")
