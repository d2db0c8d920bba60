"""Store why a delivery failed, if a server that it needs is the cause.

Deliveries that failed before have no cause until their next attempt.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261215_delivery_failure"
down_revision: str | None = "20261214_labels_of_deleted"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '3s'")
    op.add_column("delivery", sa.Column("failure", sa.String(), nullable=True))


def downgrade() -> None:
    op.drop_column("delivery", "failure")
