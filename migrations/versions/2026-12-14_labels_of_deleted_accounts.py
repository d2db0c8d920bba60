"""Keep the actions of staff in the audit of a deleted account: only a label that is the customer's name is replaced."""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261214_labels_of_deleted"
down_revision: str | None = "20261213_views_in_audit"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    functions.load("redacted_label", version=1)
    functions.load("keep_audit", version=3)
    functions.load("redact_deleted_customer", version=5)


def downgrade() -> None:
    functions.load("redact_deleted_customer", version=4)
    functions.load("keep_audit", version=2)
    op.execute("DROP FUNCTION redacted_label")
