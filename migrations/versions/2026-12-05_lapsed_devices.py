"""Keep a device when its lapsed sign-in is pruned, even if the previous version prunes it.

Code that ends a sign-in removes its devices itself. The migration can be run again.
"""

from collections.abc import Sequence

from alembic import op

revision: str = "20261205_lapsed_devices"
down_revision: str | None = "20261204_payment_times"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

KEY = "push_device_session_id_fkey"


def upgrade() -> None:
    _replace("SET NULL")


def downgrade() -> None:
    _replace("CASCADE")


def _replace(action: str) -> None:
    op.execute(f"""
        ALTER TABLE push_device
            DROP CONSTRAINT {KEY},
            ADD CONSTRAINT {KEY} FOREIGN KEY (session_id) REFERENCES session (id) ON DELETE {action} NOT VALID
    """)
    with op.get_context().autocommit_block():
        op.execute(f"ALTER TABLE push_device VALIDATE CONSTRAINT {KEY}")
