"""Index the audit by what was changed and by who changed it. The migration can be run again."""

from collections.abc import Sequence

from migrations import indexes

revision: str = "20261202_audit_indexes"
down_revision: str | None = "20261202_board_indexes"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {
    "audit_entry_entity_idx": "audit_entry (entity, at, id)",
    "audit_entry_admin_idx": "audit_entry (admin_id, at, id)",
    "status_change_admin_idx": "status_change (admin_id, at, id) WHERE admin_id IS NOT NULL",
    "payment_entry_admin_idx": "payment_entry (admin_id, at, id) WHERE admin_id IS NOT NULL",
}


def upgrade() -> None:
    indexes.build(INDEXES)


def downgrade() -> None:
    indexes.drop(INDEXES)
