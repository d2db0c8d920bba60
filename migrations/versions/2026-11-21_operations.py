"""Store the audit, work counts by minute, the end times of processes, and the request that caused an event."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "20261121_operations"
down_revision: str | None = "20261120d"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Requests of staff set the actor for one transaction: see shop/audit/context.py. Arguments: the name for a row, the
# column of its label, columns that are not audited, columns whose values are not stored.
NOTE_CHANGE = """
    CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        actor jsonb := current_setting('swarna.actor')::jsonb;
        before jsonb := coalesce(to_jsonb(OLD), '{}') - string_to_array(TG_ARGV[2], ',');
        after jsonb := coalesce(to_jsonb(NEW), '{}') - string_to_array(TG_ARGV[2], ',');
        changes jsonb;
    BEGIN
        SELECT coalesce(jsonb_object_agg(name, CASE WHEN name = ANY (string_to_array(TG_ARGV[3], ','))
                THEN '{"secret": true}'::jsonb
                ELSE jsonb_build_object('from', before -> name, 'to', after -> name) END), '{}')
            INTO changes FROM jsonb_object_keys(before || after) AS name
            WHERE nullif(before -> name, 'null') IS DISTINCT FROM nullif(after -> name, 'null');
        IF changes <> '{}' THEN
            INSERT INTO audit_entry (actor, admin_id, request_id, action, entity, entity_id, label, changes)
            VALUES (actor ->> 'name', (actor ->> 'id')::integer, actor ->> 'request',
                CASE TG_OP WHEN 'INSERT' THEN 'added' WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END,
                TG_ARGV[0], (coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'id')::bigint,
                coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> TG_ARGV[1], changes);
        END IF;
        RETURN NULL;
    END $$
"""

# Only entries older than two years may be deleted (shop/operations/retention.py). No entry may be changed.
KEEP_AUDIT = """
    CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' AND OLD.at < now() - interval '2 years' THEN
            RETURN OLD;
        END IF;
        RAISE EXCEPTION 'The audit is only ever added to.' USING ERRCODE = 'insufficient_privilege';
    END $$
"""

AUDITED = {
    "category": ("category", "name", "id,original,image_status", ""),
    "vendor": ("vendor", "name", "id,created_by", ""),
    "product": ("product", "name", "id,rating,review_count,created_at", ""),
    "product_image": (
        "picture",
        "product_id",
        "id,status,width,height,placeholder,renditions,original,failure",
        "",
    ),
    "gold_rate": ("gold rate", "date", "id", ""),
    "customer": ("customer", "name", "id,created_at", "password_hash"),
    "shop_order": ("order", "name", "id", ""),
    "review": ("review", "title", "id,created_at,edited_at", ""),
    "admin": ("staff", "name", "id,created_at", "password_hash"),
}


def upgrade() -> None:
    op.add_column("process", sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("domain_event", sa.Column("request_id", sa.String(), nullable=True))
    op.create_table(
        "tally",
        sa.Column("minute", sa.DateTime(timezone=True), nullable=False),
        sa.Column("consumer", sa.String(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("minute", "consumer", name=op.f("tally_pkey")),
    )
    op.create_table(
        "audit_entry",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("admin_id", sa.Integer(), nullable=True),
        sa.Column("request_id", sa.String(), nullable=True),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("entity", sa.String(), nullable=False),
        sa.Column("entity_id", sa.BigInteger(), nullable=True),
        sa.Column("label", sa.String(), nullable=True),
        sa.Column("changes", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("audit_entry_pkey")),
    )
    op.create_index("audit_entry_at_idx", "audit_entry", ["at", "id"])
    op.create_index(
        "status_change_by_admin_idx",
        "status_change",
        ["at", "id"],
        postgresql_where=sa.text("admin_id IS NOT NULL"),
    )
    op.execute(NOTE_CHANGE)
    op.execute(KEEP_AUDIT)
    for table, arguments in AUDITED.items():
        given = ", ".join(f"'{argument}'" for argument in arguments)
        op.execute(
            f"CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON {table} FOR EACH ROW"
            f" WHEN (current_setting('swarna.actor', true) <> '') EXECUTE FUNCTION note_change({given})"
        )
    op.execute(
        "CREATE TRIGGER keep_audit BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION keep_audit()"
    )
    op.execute(
        "CREATE TRIGGER keep_all_audit BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION keep_audit()"
    )


def downgrade() -> None:
    for table in AUDITED:
        op.execute(f"DROP TRIGGER note_change ON {table}")
    op.drop_index("status_change_by_admin_idx", table_name="status_change")
    op.drop_table("audit_entry")
    op.execute("DROP FUNCTION keep_audit")
    op.execute("DROP FUNCTION note_change")
    op.drop_table("tally")
    op.drop_column("domain_event", "request_id")
    op.drop_column("process", "ended_at")
