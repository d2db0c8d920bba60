"""Record a repeated postponement to the same time as postponed, not as a failure without an error."""

from collections.abc import Sequence

from migrations import functions

revision: str = "20261207_attempts_postponed"
down_revision: str | None = "20261206_import_row_expected"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    functions.load("record_attempt", version=2)


def downgrade() -> None:
    functions.load("record_attempt", version=1)
