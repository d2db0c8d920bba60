"""Store invitations of staff, who disabled a member of staff, and when each member was last seen."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "20261124_staff_invitations"
down_revision: str | None = "20261124_shipments"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("admin", sa.Column("disabled_by", sa.String(), nullable=True))
    op.add_column("admin", sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "staff_invitation",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("roles", postgresql.ARRAY(sa.String()), nullable=False),
        sa.Column("invited_by", sa.String(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="staff_invitation_pkey"),
        sa.CheckConstraint("cardinality(roles) > 0", name=op.f("staff_invitation_has_a_role_check")),
    )
    op.create_index("staff_invitation_email_key", "staff_invitation", [sa.text("lower(email)")], unique=True)


def downgrade() -> None:
    op.drop_table("staff_invitation")
    op.drop_column("admin", "last_seen_at")
    op.drop_column("admin", "disabled_by")
