"""Store second factors of staff, and the time of a session's last authentication."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "20261124_second_factor"
down_revision: str | None = "20261124_tracking_links"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("admin", sa.Column("second_factor_since", sa.DateTime(timezone=True), nullable=True))
    op.add_column("session", sa.Column("verified_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "second_factor",
        sa.Column("admin_id", sa.BigInteger(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("last_step", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "recovery_hashes", postgresql.ARRAY(sa.LargeBinary()), server_default=sa.text("'{}'"), nullable=False
        ),
        sa.PrimaryKeyConstraint("admin_id", name="second_factor_pkey"),
        sa.ForeignKeyConstraint(["admin_id"], ["admin.id"], name="second_factor_admin_id_fkey", ondelete="CASCADE"),
    )
    op.create_table(
        "staff_policy",
        sa.Column("id", sa.BigInteger(), server_default=sa.text("1"), nullable=False),
        sa.Column("second_factor_required_since", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="staff_policy_pkey"),
    )


def downgrade() -> None:
    op.drop_table("staff_policy")
    op.drop_table("second_factor")
    op.drop_column("session", "verified_at")
    op.drop_column("admin", "second_factor_since")
