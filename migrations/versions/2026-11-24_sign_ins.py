"""Store the device and the IP address of a sign-in, which the person can see."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261124_sign_ins"
down_revision: str | None = "20261124_gifts"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("session", sa.Column("user_agent", sa.String(), nullable=True))
    op.add_column("session", sa.Column("address", sa.String(), nullable=True))
    op.add_column("session", sa.Column("is_new_device", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("session", "is_new_device")
    op.drop_column("session", "address")
    op.drop_column("session", "user_agent")
