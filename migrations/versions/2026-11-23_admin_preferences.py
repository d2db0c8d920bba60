"""Store how each admin has arranged the cards of the portal."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "20261123_admin_preferences"
down_revision: str | None = "20261123_confirmed_addresses"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '3s'")
    op.create_table(
        "admin_preferences",
        sa.Column("admin_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("cards", postgresql.JSONB(), server_default=sa.text("'{}'"), nullable=False),
        sa.ForeignKeyConstraint(
            ["admin_id"], ["admin.id"], name=op.f("admin_preferences_admin_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("admin_id", name=op.f("admin_preferences_pkey")),
    )


def downgrade() -> None:
    op.drop_table("admin_preferences")
