"""Store the sign-in of a device that shows notifications, so that the device ends with it.

A device of before belongs to its shopper's most recently used sign-in. A shopper without a sign-in has no device.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261129_devices_of_sign_ins"
down_revision: str | None = "20261129_sold_without_cancelled"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # nullable, because processes of the version before add devices during the upgrade
    op.add_column("push_device", sa.Column("session_id", sa.BigInteger(), nullable=True))
    op.execute("""
        UPDATE push_device SET session_id = (
            SELECT id FROM session WHERE session.customer_id = push_device.customer_id
            ORDER BY seen_at DESC, id DESC LIMIT 1
        )
    """)
    op.execute("DELETE FROM push_device WHERE session_id IS NULL")
    op.create_foreign_key(
        op.f("push_device_session_id_fkey"), "push_device", "session", ["session_id"], ["id"], ondelete="CASCADE"
    )
    op.create_index(op.f("push_device_session_id_idx"), "push_device", ["session_id"])


def downgrade() -> None:
    op.drop_column("push_device", "session_id")
