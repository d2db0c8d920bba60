"""Take the name, mail and phone of a customer whom staff removed out of the audit, as of a deleted account."""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261129_removed_customers"
down_revision: str | None = "20261129_low_stock_of_sizes"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    functions.load("redact_deleted_customer", version=2)
    op.execute("""
        SELECT redact_deleted_customer(entity_id)
        FROM (SELECT DISTINCT entity_id FROM audit_entry WHERE entity = 'customer' AND action = 'deleted') AS removed
    """)


def downgrade() -> None:
    functions.load("redact_deleted_customer", version=1)
