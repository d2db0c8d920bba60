"""Store the amounts of order lines by status, and index the delivered lines by time.

The migration can be run again.
"""

from collections.abc import Sequence

from alembic import op

from migrations import functions, indexes

revision: str = "20261202_order_amounts"
down_revision: str | None = "20261201_events_of_somebody"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {"order_item_delivered_idx": "order_item (delivered_at) WHERE status = 'delivered'"}


def upgrade() -> None:
    op.execute(
        "CREATE TABLE IF NOT EXISTS status_amount (status character varying NOT NULL, number numeric(16, 2) NOT NULL)"
    )
    functions.load("count_status", version=2)
    with op.get_context().autocommit_block():
        # The trigger exists by now, and every transaction that wrote before it has ended. The statement sees the lines
        # and what the trigger summed at one moment, and adds what is missing, so that a compaction may run beside it.
        op.execute("""
            INSERT INTO status_amount (status, number)
            SELECT status, sum(amount) FROM (
                SELECT status, total_amount AS amount FROM order_item
                UNION ALL SELECT status, -number FROM status_amount
            ) AS missing
            GROUP BY status HAVING sum(amount) <> 0
        """)
    indexes.build(INDEXES)


def downgrade() -> None:
    indexes.drop(INDEXES)
    functions.load("count_status", version=1)
    op.execute("DROP TABLE status_amount")
