"""Give each member of staff roles. Existing admins become owners, as do those whom the previous version adds."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "20261124_staff_roles"
down_revision: str | None = "20261124_reports"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    roles = sa.Column("roles", postgresql.ARRAY(sa.String()), server_default=sa.text("'{owner}'"), nullable=False)
    op.add_column("admin", roles)
    op.create_check_constraint("has_a_role", "admin", "cardinality(roles) > 0")


def downgrade() -> None:
    op.drop_column("admin", "roles")
