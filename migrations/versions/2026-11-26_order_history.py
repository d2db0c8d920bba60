"""Index the audit by order, for the page of an order. Can be run again."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261126_order_history"
down_revision: str | None = "20261126_dimensions"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute(
            "DROP INDEX CONCURRENTLY IF EXISTS audit_entry_order_idx"
        )  # a stopped migration may have left an invalid one
        op.execute("""
            CREATE INDEX CONCURRENTLY audit_entry_order_idx ON audit_entry (entity_id, id) WHERE entity = 'order'
        """)


def downgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS audit_entry_order_idx")
