"""Store views of the portal's lists, and each admin's default view of a list."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261126_saved_views"
down_revision: str | None = "20261126_webhook_limits"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "saved_view",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("page", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("filters", sa.String(), nullable=False),
        sa.Column("admin_id", sa.BigInteger(), nullable=False),
        sa.Column("is_shared", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["admin_id"], ["admin.id"], name=op.f("saved_view_admin_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("saved_view_pkey")),
    )
    op.create_index("saved_view_name_key", "saved_view", ["admin_id", "page", sa.text("lower(name)")], unique=True)
    op.create_index("saved_view_shared_idx", "saved_view", ["page"], postgresql_where=sa.text("is_shared"))
    op.create_table(
        "default_view",
        sa.Column("admin_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("page", sa.String(), nullable=False),
        sa.Column("view_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["admin_id"], ["admin.id"], name=op.f("default_view_admin_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["view_id"], ["saved_view.id"], name=op.f("default_view_view_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("admin_id", "page", name=op.f("default_view_pkey")),
    )
    op.create_index(op.f("default_view_view_id_idx"), "default_view", ["view_id"])


def downgrade() -> None:
    op.drop_table("default_view")
    op.drop_table("saved_view")
