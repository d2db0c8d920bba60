"""Index the steps of payments by reference, because each report of the provider looks for one under a lock.

The migration can be run again.
"""

from collections.abc import Sequence

from migrations import indexes

revision: str = "20261209_payment_references"
down_revision: str | None = "20261208_unpaid_of_deleted"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {"payment_entry_reference_idx": "payment_entry (reference) WHERE reference IS NOT NULL"}


def upgrade() -> None:
    indexes.build(INDEXES)


def downgrade() -> None:
    indexes.drop(INDEXES)
