"""Keep the shop's own changes of unpaid orders in their histories when the shopper's account is erased."""

from collections.abc import Sequence

from migrations import functions

revision: str = "20261208_unpaid_of_deleted"
down_revision: str | None = "20261207_attempts_postponed"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    functions.load("redact_deleted_customer", version=4)


def downgrade() -> None:
    functions.load("redact_deleted_customer", version=3)
