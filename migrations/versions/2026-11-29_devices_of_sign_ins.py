"""Store the sign-in of a device that shows notifications, so that the device is removed with it.

An existing device belongs to its shopper's most recently used sign-in, if there is one. A device whose sign-in has
lapsed has no sign-in.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261129_devices_of_sign_ins"
down_revision: str | None = "20261129_sold_without_cancelled"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("push_device", sa.Column("session_id", sa.BigInteger(), nullable=True))
    op.execute("""
        UPDATE push_device SET session_id = (
            SELECT id FROM session WHERE session.customer_id = push_device.customer_id
            ORDER BY seen_at DESC, id DESC LIMIT 1
        )
    """)
    op.create_foreign_key(
        op.f("push_device_session_id_fkey"), "push_device", "session", ["session_id"], ["id"], ondelete="CASCADE"
    )
    op.create_index(op.f("push_device_session_id_idx"), "push_device", ["session_id"])


def downgrade() -> None:
    op.drop_column("push_device", "session_id")
