"""Remove the name of a deleted account from the histories also if it looks like the name of a command.

Store with each return how many of its pieces are in no count. It was computed from the times of the bookings.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from migrations import functions

revision: str = "20261216_names_at_terminal"
down_revision: str | None = "20261215_delivery_failure"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    functions.load("redact_deleted_customer", version=6)
    op.execute("SELECT redact_deleted_customer(id) FROM customer WHERE deleted_at IS NOT NULL")
    op.add_column("return_request", sa.Column("stranded", sa.Integer()))
    op.execute("""
        UPDATE return_request SET stranded = booked.pieces
        FROM (
            SELECT return_step.return_id, -sum(stock_movement.quantity) AS pieces
            FROM return_step
            JOIN return_request AS received ON received.id = return_step.return_id
            JOIN stock_movement ON stock_movement.order_item_id = received.order_item_id
                AND stock_movement.at = return_step.at
            WHERE return_step.to_status = 'received'
                AND stock_movement.reason = 'return'
                AND stock_movement.quantity < 0
            GROUP BY return_step.return_id
        ) AS booked
        WHERE booked.return_id = return_request.id
    """)


def downgrade() -> None:
    op.drop_column("return_request", "stranded")
    functions.load("redact_deleted_customer", version=5)
