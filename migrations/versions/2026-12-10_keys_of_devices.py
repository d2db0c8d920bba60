"""Store the shop's key with which a device subscribed, so that it gets nothing after the key has changed.

The key of an existing device, and of one that the previous version stores, is unknown.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261210_keys_of_devices"
down_revision: str | None = "20261209_payment_references"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '3s'")
    op.add_column("push_device", sa.Column("push_key", sa.String(), nullable=True))


def downgrade() -> None:
    op.drop_column("push_device", "push_key")
