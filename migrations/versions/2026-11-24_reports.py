"""Find the payments and refunds of a month without reading the whole ledger."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261124_reports"
down_revision: str | None = "20261124_sizes"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute(
            "DROP INDEX CONCURRENTLY IF EXISTS payment_entry_money_idx"
        )  # a stopped migration may have left an invalid one
        op.execute(
            "CREATE INDEX CONCURRENTLY payment_entry_money_idx ON payment_entry (at, id) "
            "WHERE kind IN ('payment', 'refund', 'surplus')"
        )


def downgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS payment_entry_money_idx")
