"""Remove email addresses from the errors of retried and discarded deliveries in the audit.

Processes of the previous version may add some until they are replaced.
"""

from collections.abc import Sequence

from alembic import op
from sqlalchemy import text

revision: str = "20261211_errors_in_audit"
down_revision: str | None = "20261210_keys_of_devices"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

FOUND = "SELECT id FROM audit_entry WHERE entity = 'delivery' AND changes #>> '{error,from}' LIKE '%@%'"
REPLACED = text(r"""
    UPDATE audit_entry
    SET changes = jsonb_set(
        changes,
        '{error,from}',
        to_jsonb(regexp_replace(changes #>> '{error,from}', '[^\s<>''"(){}]+@[^\s<>''"(){}]+', '[address]', 'g'))
    )
    WHERE id = ANY (:ids)
""")


def upgrade() -> None:
    ids = op.get_bind().scalars(text(FOUND)).all()
    if not ids:
        return
    op.execute("ALTER TABLE audit_entry DISABLE TRIGGER keep_audit")
    op.execute(REPLACED.bindparams(ids=ids))
    op.execute("ALTER TABLE audit_entry ENABLE TRIGGER keep_audit")


def downgrade() -> None:
    """Keep the errors without addresses."""
