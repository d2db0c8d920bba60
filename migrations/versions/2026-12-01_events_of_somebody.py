"""Find events that other systems may receive by index, so that the portal counts them without reading the others."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261201_events_of_somebody"
down_revision: str | None = "20261201_cart_times"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEX = "domain_event_of_somebody_idx"


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {INDEX}")  # an invalid one, of a stopped migration
        op.execute(f"""
            CREATE INDEX CONCURRENTLY {INDEX} ON domain_event (position)
            WHERE position IS NOT NULL AND reach <> 'nobody'
        """)


def downgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {INDEX}")
