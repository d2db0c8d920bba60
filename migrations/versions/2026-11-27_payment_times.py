"""Store when an order was paid and last refunded. Existing payments get the times of their entries.

The migration can be run again.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261127_payment_times"
down_revision: str | None = "20261127_weighed_pieces"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

BATCH = 5_000

FILL = """
    UPDATE payment SET paid_at = known.paid_at, refunded_at = known.refunded_at
    FROM (
        SELECT
            order_id,
            max(at) FILTER (WHERE kind = 'payment') AS paid_at,
            max(at) FILTER (WHERE kind = 'refund') AS refunded_at
        FROM payment_entry
        WHERE kind IN ('payment', 'refund') AND order_id > :after AND order_id <= :upto
        GROUP BY order_id
    ) AS known
    WHERE known.order_id = payment.order_id
"""


def upgrade() -> None:
    # one transaction for each statement, so that no row is locked for long
    with op.get_context().autocommit_block():
        op.execute("""
            ALTER TABLE payment
                ADD COLUMN IF NOT EXISTS paid_at timestamptz, ADD COLUMN IF NOT EXISTS refunded_at timestamptz
        """)
        last = op.get_bind().scalar(sa.text("SELECT coalesce(max(order_id), 0) FROM payment"))
        for after in range(0, last, BATCH):
            op.execute(sa.text(FILL).bindparams(after=after, upto=after + BATCH))


def downgrade() -> None:
    op.drop_column("payment", "refunded_at")
    op.drop_column("payment", "paid_at")
