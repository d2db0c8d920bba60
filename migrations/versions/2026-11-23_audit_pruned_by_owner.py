"""Let a function of the owner delete expired audit entries, because the shop's role may only add entries."""

from collections.abc import Sequence

from alembic import op

revision: str = "20261123_audit_pruned_by_owner"
down_revision: str | None = "20261123_pictures_announced"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

PRUNE_AUDIT = """
    CREATE FUNCTION prune_audit(before timestamptz, batch integer) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
        WITH gone AS (
            DELETE FROM audit_entry WHERE id IN (
                SELECT id FROM audit_entry
                WHERE at < least(before, now() - interval '2 years')
                ORDER BY at, id LIMIT batch
            ) RETURNING 1
        )
        SELECT count(*) FROM gone
    $$
"""


def upgrade() -> None:
    op.execute(PRUNE_AUDIT)


def downgrade() -> None:
    op.execute("DROP FUNCTION prune_audit")
