"""Store when an order was paid and last refunded. Existing payments get the times of their entries."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261127_payment_times"
down_revision: str | None = "20261127_weighed_pieces"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_KNOWN_TIMES = """
    UPDATE payment SET paid_at = known.paid_at, refunded_at = known.refunded_at
    FROM (
        SELECT
            order_id,
            max(at) FILTER (WHERE kind = 'payment') AS paid_at,
            max(at) FILTER (WHERE kind = 'refund') AS refunded_at
        FROM payment_entry
        WHERE kind IN ('payment', 'refund')
        GROUP BY order_id
    ) AS known
    WHERE known.order_id = payment.order_id
"""


def upgrade() -> None:
    for name in ("paid_at", "refunded_at"):
        op.add_column("payment", sa.Column(name, sa.DateTime(timezone=True), nullable=True))
    op.execute(_KNOWN_TIMES)


def downgrade() -> None:
    op.drop_column("payment", "refunded_at")
    op.drop_column("payment", "paid_at")
