"""Store when an order was paid or refunded, even if the previous version records it.

The trigger is created first; then the payments that were recorded before it get their times. The migration can be run
again.
"""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261204_payment_times"
down_revision: str | None = "20261203_orders_without_items"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Nearly all have them already, so few rows are locked.
FILL = """
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
        AND (payment.paid_at, payment.refunded_at) IS DISTINCT FROM (known.paid_at, known.refunded_at)
"""


def upgrade() -> None:
    with op.get_context().autocommit_block():
        functions.load("set_payment_times", version=1)
        op.execute(FILL)


def downgrade() -> None:
    op.execute("DROP TRIGGER set_payment_times ON payment_entry")
    op.execute("DROP FUNCTION set_payment_times")
