"""Remove the name of a deleted account from the histories also if it looks like the name of a command."""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261216_names_at_terminal"
down_revision: str | None = "20261214_labels_of_deleted"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    functions.load("redact_deleted_customer", version=6)
    op.execute("SELECT redact_deleted_customer(id) FROM customer WHERE deleted_at IS NOT NULL")


def downgrade() -> None:
    functions.load("redact_deleted_customer", version=5)
