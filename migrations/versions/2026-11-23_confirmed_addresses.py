"""Store when an account's address was confirmed, and a new address that is not confirmed yet.

Existing accounts count as confirmed, because their mails arrive. The default is a constant, so no row is rewritten.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261123_confirmed_addresses"
down_revision: str | None = "20261123_status_undone"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "customer",
        sa.Column("email_confirmed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=True),
    )
    op.alter_column("customer", "email_confirmed_at", server_default=None)
    op.add_column("customer", sa.Column("pending_email", sa.String(), nullable=True))


def downgrade() -> None:
    op.drop_column("customer", "pending_email")
    op.drop_column("customer", "email_confirmed_at")
