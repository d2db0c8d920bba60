"""Store the versions of the shop's policy pages."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from migrations import functions

revision: str = "20261124_policies"
down_revision: str | None = "20261124_refunds_of_returns"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "policy_version",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("page", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("written_by", sa.String(), nullable=False),
        sa.Column("admin_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("policy_version_pkey")),
        sa.UniqueConstraint("page", "version", name=op.f("policy_version_page_version_key")),
    )
    functions.load("announce_policy", version=1)


def downgrade() -> None:
    op.drop_table("policy_version")
    op.execute("DROP FUNCTION announce_policy()")
