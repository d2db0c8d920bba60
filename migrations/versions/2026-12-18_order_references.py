"""Index the references by which the board finds orders: HUIDs, tracking numbers and references of payments.

A new order has none of them, so it writes nothing to these indexes. The migration can be run again.
"""

from collections.abc import Sequence

from migrations import indexes

revision: str = "20261218_order_references"
down_revision: str | None = "20261217_contract"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {
    "order_item_huids_idx": "order_item USING gin (huids) WITH (fastupdate = off) WHERE huids <> '{}'",
    "order_item_tracking_number_idx": "order_item (tracking_number) WHERE tracking_number IS NOT NULL",
    "payment_entry_lower_reference_idx": "payment_entry (lower(reference)) WHERE reference IS NOT NULL",
}


def upgrade() -> None:
    indexes.build(INDEXES)


def downgrade() -> None:
    indexes.drop(INDEXES)
