"""Remove from the audit the name, mail and phone of customers whom staff deleted, as for a deleted account.

Also remove them from the histories of orders that staff had moved from such a customer to another one.
"""

from collections.abc import Sequence

from alembic import op

from migrations import functions

revision: str = "20261129_removed_customers"
down_revision: str | None = "20261129_low_stock_of_sizes"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_MOVED = """
    (
        SELECT entity_id AS order_id, max(at) AS at FROM audit_entry
        WHERE entity = 'order' AND changes #>> '{customer_id,from}' IS NOT NULL AND NOT EXISTS (
            SELECT FROM customer WHERE id::text = changes #>> '{customer_id,from}' AND deleted_at IS NULL
        )
        GROUP BY entity_id
    ) AS moved
"""
"""Orders that staff moved from a customer whose account is deleted, with the time of the last such move."""


def upgrade() -> None:
    functions.load("redact_deleted_customer", version=2)
    # one scan of the audit for all customers; the function scans it for each
    op.execute("""
        UPDATE audit_entry SET label = 'Deleted account', changes = redacted_changes(changes)
        WHERE entity = 'customer'
            AND entity_id IN (SELECT entity_id FROM audit_entry WHERE entity = 'customer' AND action = 'deleted')
            AND NOT EXISTS (SELECT FROM customer WHERE id = entity_id AND deleted_at IS NULL)
    """)
    op.execute(f"""
        UPDATE audit_entry SET label = 'Deleted account', changes = redacted_changes(changes) FROM {_MOVED}
        WHERE entity = 'order' AND entity_id = moved.order_id AND audit_entry.at <= moved.at
    """)  # noqa: S608 - made of constants
    op.execute(f"""
        UPDATE payment_entry SET changed_by = 'Deleted account' FROM {_MOVED}
        WHERE payment_entry.order_id = moved.order_id AND payment_entry.at <= moved.at
            AND admin_id IS NULL AND changed_by NOT LIKE '% at the terminal'
    """)  # noqa: S608 - made of constants


def downgrade() -> None:
    functions.load("redact_deleted_customer", version=1)
