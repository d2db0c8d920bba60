"""Index the audit entries and events by customer, so that erasing and exporting do not read all of them."""

from collections.abc import Sequence

from alembic import op

from migrations import functions, indexes

revision: str = "20261201_erasure_indexes"
down_revision: str | None = "20261130_finished_import_rows"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {
    "audit_entry_customer_idx": "audit_entry (entity_id, id) WHERE entity = 'customer'",
    "audit_entry_moved_order_idx": (
        "audit_entry ((changes #>> '{customer_id,from}')) WHERE entity = 'order' AND changes ? 'customer_id'"
    ),
    "domain_event_unowned_customer_idx": (
        "domain_event (aggregate) WHERE customer_id IS NULL AND starts_with(aggregate, 'customer:')"
    ),
}


def upgrade() -> None:
    indexes.build(INDEXES)
    op.execute("ANALYZE audit_entry, domain_event")
    functions.load("redact_deleted_customer", version=3)


def downgrade() -> None:
    functions.load("redact_deleted_customer", version=2)
    indexes.drop(INDEXES)
