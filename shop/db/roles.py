"""The PostgreSQL role of the shop's processes, which may read and write rows but not change tables.

Migrations run as the owner of the tables. They create this role and grant its rights before and after each upgrade. The
role has rights on a new table as soon as there is one, because triggers may write to it while later migrations run. On
a new append-only table it may also change rows until the migrations have ended.
"""

import psycopg
from psycopg import sql
from sqlalchemy import Connection

from shop.settings import DatabaseSettings
from shop.text.urls import connection_parameters

APPEND_ONLY = (
    *("audit_entry", "stock_movement", "payment_entry", "status_change", "return_step", "invoice"),
    "shipment_change",
)
"""Tables to which the role may add rows without changing any. ``prune_audit`` deletes old rows as the owner."""

_GRANTS = (
    "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
    "GRANT USAGE ON SCHEMA public TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {role}",
)
_GRANTS_BY_TABLE = {
    "listing": "GRANT MAINTAIN ON {table} TO {role}",  # the worker vacuums the listing after a repricing
    **dict.fromkeys(APPEND_ONLY, "REVOKE UPDATE, DELETE ON {table} FROM {role}"),
    "alembic_version": "REVOKE INSERT, UPDATE, DELETE ON {table} FROM {role}",
}


def grant_to_application(connection: Connection, settings: DatabaseSettings) -> None:
    """Create the role of ``settings.database_url`` if it is missing, and grant what the shop's processes need.

    Nothing is done if the shop runs as the owner of its tables. The owner needs CREATEROLE to create the role. The
    password of an existing role is set if the owner may do that and the URL has one; without one, the role keeps its
    own. A schema of an earlier version, after a downgrade or in a restored backup, lacks some tables: the migrations
    that create them grant their rights.

    :param connection: a connection of the owner.
    """
    if not settings.owner_database_url:
        return
    given = connection_parameters(settings.database_url)
    name = given.get("user")
    if not name or name == connection_parameters(settings.owner_database_url).get("user"):
        return
    driver: psycopg.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
    role = sql.Identifier(name)
    with driver.transaction():
        _create_or_change(driver, name, given.get("password"))
        for grant in _GRANTS:
            driver.execute(sql.SQL(grant).format(role=role))
        for table, grant in _GRANTS_BY_TABLE.items():
            if driver.execute("SELECT to_regclass(%s)", [table]).fetchone() != (None,):
                driver.execute(sql.SQL(grant).format(table=sql.Identifier(table), role=role))


def _create_or_change(driver: psycopg.Connection, name: str, password: str | None) -> None:
    exists = driver.execute("SELECT FROM pg_roles WHERE rolname = %s", [name]).fetchone() is not None
    verb = "ALTER" if exists else "CREATE"
    statement = sql.SQL(verb + " ROLE {} LOGIN").format(sql.Identifier(name))
    if password:
        statement += sql.SQL(" PASSWORD {}").format(sql.Literal(password))
    try:
        with driver.transaction():
            driver.execute(statement)
    except psycopg.errors.InsufficientPrivilege:
        if not exists:
            raise
