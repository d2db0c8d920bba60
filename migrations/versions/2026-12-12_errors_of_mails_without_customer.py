"""Remove addresses from errors of mails to shoppers whose event has no customer.

The deletion of an account does not find these errors. New events name the customer, and new errors of such mails are
stored without addresses. Processes of the previous version may add some until they are replaced. A delivery that a
worker has locked is skipped.
"""

from collections.abc import Sequence

from alembic import op

revision: str = "20261212_errors_of_mails"
down_revision: str | None = "20261211_errors_in_audit"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ADDRESS = r"""'[^\s<>''"(){}]+@[^\s<>''"(){}]+', '[address]', 'g'"""
MAILS = """(
    'mail_newsletter', 'mail_code', 'mail_back_in_stock', 'mail_payment_reminder', 'mail_payment_surplus',
    'mail_refund_sent'
)"""


def upgrade() -> None:
    op.execute(rf"""
        UPDATE delivery SET last_error = regexp_replace(last_error, {ADDRESS})
        WHERE id IN (
            SELECT delivery.id FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
            WHERE delivery.consumer IN {MAILS} AND delivery.last_error LIKE '%@%' AND event.customer_id IS NULL
            FOR UPDATE OF delivery SKIP LOCKED
        )
    """)  # noqa: S608 - made of constants
    op.execute(rf"""
        UPDATE delivery_attempt AS attempt SET error = regexp_replace(error, {ADDRESS})
        FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
        WHERE attempt.delivery_id = delivery.id AND attempt.error LIKE '%@%'
            AND delivery.consumer IN {MAILS} AND event.customer_id IS NULL
    """)  # noqa: S608 - made of constants


def downgrade() -> None:
    """Keep the errors without addresses."""
