"""Store why a session ended, for the sign-in page. The previous version neither writes nor reads it."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261123_ended_sessions"
down_revision: str | None = "20261123_admin_preferences"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "ended_session",
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="ended_session_pkey"),
    )
    op.create_index("ended_session_ended_at_idx", "ended_session", ["ended_at"])


def downgrade() -> None:
    op.drop_table("ended_session")
