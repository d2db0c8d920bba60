"""Find stuck orders without reading all orders, and send each day's report once."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "20261124_stuck"
down_revision: str | None = "20261124_customer_record"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_INDEXES = {
    "order_item_ordered_idx": "order_item (ordered_at) WHERE status = 'ordered'",
    "order_item_packed_idx": "order_item (packed_at) WHERE status = 'packed'",
}


def upgrade() -> None:
    op.create_table(
        "stuck_report",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("stuck_report_pkey")),
        if_not_exists=True,
    )
    with op.get_context().autocommit_block():
        for name, columns in _INDEXES.items():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")  # a stopped migration may have left an invalid one
            op.execute(f"CREATE INDEX CONCURRENTLY {name} ON {columns}")


def downgrade() -> None:
    with op.get_context().autocommit_block():
        for name in _INDEXES:
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
    op.drop_table("stuck_report")
