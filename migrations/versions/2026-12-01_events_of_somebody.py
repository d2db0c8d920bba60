"""Index the events that other systems may receive, so that the portal counts them without reading the others."""

from collections.abc import Sequence

from migrations import indexes

revision: str = "20261201_events_of_somebody"
down_revision: str | None = "20261201_cart_times"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {
    "domain_event_of_somebody_idx": "domain_event (position) WHERE position IS NOT NULL AND reach <> 'nobody'",
}


def upgrade() -> None:
    indexes.build(INDEXES)


def downgrade() -> None:
    indexes.drop(INDEXES)
