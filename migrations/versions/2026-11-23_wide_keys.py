"""Change every key that grows with use to a bigint, with the columns that refer to it.

Each table is rewritten in its own transaction, which waits two seconds for its locks and is retried. It restores
foreign keys without validating them. They are validated afterwards, while the shop reads and writes. For the duration
see docs/decisions/0010-order-numbers.md. An interrupted migration continues with the next table when it is run again.
"""

import time
from collections.abc import Sequence

from alembic import op
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

revision: str = "20261123_wide_keys"
down_revision: str | None = "20261123_ended_sessions"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

KEYS = {
    "address": ("id", "customer_id"),
    "admin": ("id",),
    "admin_preferences": ("admin_id",),
    "audit_entry": ("admin_id",),
    "cart_item": ("id", "customer_id", "product_id"),
    "category": ("id",),
    "contact_message": ("id",),
    "customer": ("id",),
    "domain_event": ("customer_id",),
    "gold_rate": ("id",),
    "idempotency_key": ("customer_id", "order_id"),
    "listing": ("product_id", "shelf_id"),
    "listing_count": ("shelf_id",),
    "newsletter_reader": ("id",),
    "one_time_code": ("id", "customer_id"),
    "order_item": ("id", "order_id", "product_id"),
    "product": ("id", "category_id", "vendor_id"),
    "product_image": ("id", "product_id"),
    "product_import": ("id", "admin_id"),
    "product_import_row": ("import_id",),
    "rate_in_force": ("rate_id",),
    "review": ("id", "product_id", "customer_id"),
    "session": ("id", "customer_id", "admin_id"),
    "shelf": ("id", "category_id"),
    "shelf_count": ("shelf_id",),
    "shop_order": ("id", "customer_id"),
    "status_change": ("id", "order_item_id", "admin_id"),
    "vendor": ("id",),
    "wishlist_entry": ("id", "customer_id", "product_id"),
}
TRIES = 60

SHELF_OF = """
    CREATE OR REPLACE FUNCTION shelf_of(category {key}, type text, fineness text, stock boolean, whole_stars integer)
    RETURNS {key} LANGUAGE plpgsql AS $$
    DECLARE found_id {key};
    BEGIN
        LOOP
            SELECT id INTO found_id FROM shelf WHERE category_id = category AND product_type = type
                AND purity = fineness AND in_stock = stock AND stars = whole_stars;
            IF found_id IS NOT NULL THEN
                RETURN found_id;
            END IF;
            INSERT INTO shelf (category_id, product_type, purity, in_stock, stars)
                VALUES (category, type, fineness, stock, whole_stars) ON CONFLICT DO NOTHING;
        END LOOP;
    END $$
"""

REFERENCES = text("""
    SELECT con.conrelid::regclass::text AS own, con.conname AS name, pg_get_constraintdef(con.oid) AS definition
    FROM pg_constraint AS con
    WHERE con.contype = 'f' AND (
        con.conrelid = CAST(:name AS regclass) AND EXISTS (
            SELECT FROM pg_attribute WHERE attrelid = con.conrelid AND attnum = ANY(con.conkey)
                AND attname = ANY(:columns))
        OR con.confrelid = CAST(:name AS regclass) AND EXISTS (
            SELECT FROM pg_attribute WHERE attrelid = con.confrelid AND attnum = ANY(con.confkey)
                AND attname = ANY(:columns)))
    ORDER BY 1, 2
""")

TRIGGERS = text("""
    SELECT tgname AS name, pg_get_triggerdef(oid) AS definition, pg_get_functiondef(tgfoid) AS function FROM pg_trigger
    WHERE tgrelid = CAST(:name AS regclass) AND NOT tgisinternal ORDER BY 1
""")

OTHERS = text("""
    SELECT attname FROM pg_attribute
    WHERE attrelid = CAST(:name AS regclass) AND attname = ANY(:columns) AND atttypid <> CAST(:key AS regtype)
""")

UNCHECKED = text("""
    SELECT conrelid::regclass::text AS own, conname AS name FROM pg_constraint
    WHERE contype = 'f' AND NOT convalidated ORDER BY 1, 2
""")


def upgrade() -> None:
    _rewrite("bigint", before="integer")


def downgrade() -> None:
    _rewrite("integer", before="bigint")


def _rewrite(key: str, *, before: str) -> None:
    with op.get_context().autocommit_block():
        connection = op.get_bind()
        connection.execute(text(SHELF_OF.format(key=key)))
        for name, columns in KEYS.items():
            _rewrite_table(connection, name, list(columns), key)
        connection.execute(text(f"DROP FUNCTION IF EXISTS shelf_of({before}, text, text, boolean, integer)"))
        for own, constraint in connection.execute(UNCHECKED).all():
            _patiently(connection, [f"ALTER TABLE {own} VALIDATE CONSTRAINT {constraint}"])


def _rewrite_table(connection: Connection, name: str, columns: list[str], key: str) -> None:
    others = connection.execute(OTHERS, {"name": name, "columns": columns, "key": key}).scalars().all()
    if not others:
        return
    references = connection.execute(REFERENCES, {"name": name, "columns": columns}).all()
    # A session caches a trigger's function for the former type until the function is replaced.
    triggers = connection.execute(TRIGGERS, {"name": name}).all()
    _patiently(
        connection,
        [
            f"LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE",
            *(f"ALTER TABLE {own} DROP CONSTRAINT {constraint}" for own, constraint, _ in references),
            *(f"DROP TRIGGER {trigger} ON {name}" for trigger, _, _ in triggers),
            f"ALTER TABLE {name} " + ", ".join(f"ALTER COLUMN {column} TYPE {key}" for column in others),
            *(
                f"ALTER TABLE {own} ADD CONSTRAINT {constraint} {definition} NOT VALID"
                for own, constraint, definition in references
            ),
            *(function for _, _, function in triggers),
            *(definition for _, definition, _ in triggers),
        ],
    )


def _patiently(connection: Connection, statements: list[str]) -> None:
    """Run statements in one transaction. Retry it after a lock timeout or a deadlock."""
    script = [
        "BEGIN",
        "SET LOCAL lock_timeout = '2s'",
        "SET LOCAL maintenance_work_mem = '256MB'",
        *statements,
        "COMMIT",
    ]
    for tries_left in reversed(range(TRIES)):
        try:
            for statement in script:
                connection.exec_driver_sql(statement, execution_options={"no_parameters": True})
        except OperationalError as error:
            connection.exec_driver_sql("ROLLBACK")
            if not tries_left or getattr(error.orig, "sqlstate", None) not in {"55P03", "40P01"}:
                raise
            time.sleep(0.5)
        else:
            return
