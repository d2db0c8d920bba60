"""Store imported files of products, row by row."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "20261121_imports"
down_revision: str | None = "20261121_operations"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

COUNTS = ("created", "updated", "unchanged", "refused")


def upgrade() -> None:
    op.create_table(
        "product_import",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("admin_id", sa.Integer(), nullable=True),
        sa.Column("admin_name", sa.String(), nullable=False),
        sa.Column("file_name", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("status", sa.String(), server_default="checked", nullable=False),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("to_do", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Integer(), server_default=sa.text("0"), nullable=False) for name in COUNTS),
        sa.ForeignKeyConstraint(
            ["admin_id"], ["admin.id"], name=op.f("product_import_admin_id_fkey"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("product_import_pkey")),
    )
    op.create_index(op.f("product_import_admin_id_idx"), "product_import", ["admin_id"])
    op.create_index(
        "product_import_unbegun_idx",
        "product_import",
        ["checked_at"],
        postgresql_where=sa.text("status = 'checked'"),
    )
    op.create_table(
        "product_import_row",
        sa.Column("import_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("given", postgresql.JSONB(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["import_id"], ["product_import.id"], name=op.f("product_import_row_import_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("import_id", "number", name=op.f("product_import_row_pkey")),
    )
    for name, condition in (("waiting", "outcome IS NULL"), ("refused", "outcome = 'refused'")):
        op.create_index(
            f"product_import_row_{name}_idx",
            "product_import_row",
            ["import_id", "number"],
            postgresql_where=sa.text(condition),
        )


def downgrade() -> None:
    op.drop_table("product_import_row")
    op.drop_table("product_import")
