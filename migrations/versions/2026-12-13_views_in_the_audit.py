"""Replace the names of shared views in the audit by their numbers: a name may be that of a shopper.

Processes of the previous version may add some until they are replaced.
"""

from collections.abc import Sequence

from alembic import op
from sqlalchemy import text

revision: str = "20261213_views_in_audit"
down_revision: str | None = "20261213_review_photo_files"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NUMBERED = "'view ' || entity_id || ' of ' || substring(label FROM '[^ ]*$')"
FOUND = f"SELECT id FROM audit_entry WHERE entity = 'view' AND label <> {NUMBERED}"  # noqa: S608 - made of constants
REPLACED = text(f"UPDATE audit_entry SET label = {NUMBERED} WHERE id = ANY (:ids)")  # noqa: S608 - made of constants


def upgrade() -> None:
    ids = op.get_bind().scalars(text(FOUND)).all()
    if not ids:
        return
    op.execute("ALTER TABLE audit_entry DISABLE TRIGGER keep_audit")
    op.execute(REPLACED.bindparams(ids=ids))
    op.execute("ALTER TABLE audit_entry ENABLE TRIGGER keep_audit")


def downgrade() -> None:
    """Keep the numbers."""
