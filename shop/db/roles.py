"""The PostgreSQL role of the shop's processes, which may read and write rows but not change tables.

Migrations run as the owner of the tables. They create this role and grant its rights after each upgrade, including
rights on new tables.
"""

import psycopg
from psycopg import sql
from sqlalchemy import Connection, make_url

from shop.settings import DatabaseSettings

APPEND_ONLY = (
    *("audit_entry", "stock_movement", "payment_entry", "status_change", "return_step", "invoice"),
    "shipment_change",
)
"""Tables to which the role may add rows without changing any. ``prune_audit`` deletes old rows as the owner."""

_READ_ONLY = ("alembic_version",)

_GRANTS = (
    "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
    "GRANT USAGE ON SCHEMA public TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
    "GRANT MAINTAIN ON listing TO {role}",  # the worker vacuums the listing after a repricing
    *(f"REVOKE UPDATE, DELETE ON {table} FROM {{role}}" for table in APPEND_ONLY),
    *(f"REVOKE INSERT, UPDATE, DELETE ON {table} FROM {{role}}" for table in _READ_ONLY),
)


def grant_to_application(connection: Connection, settings: DatabaseSettings) -> None:
    """Create the role of ``settings.database_url`` if it is missing, and grant what the shop's processes need.

    Nothing is done if the shop runs as the owner of its tables. The owner needs CREATEROLE to create the role. The
    password of an existing role is set if the owner may do that.

    :param connection: a connection of the owner.
    """
    if not settings.owner_database_url:
        return
    url = make_url(settings.database_url)
    owner = make_url(settings.owner_database_url).username
    if not url.username or url.username == owner:
        return
    driver: psycopg.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
    role = sql.Identifier(url.username)
    with driver.transaction():
        if driver.execute("SELECT to_regclass('audit_entry')").fetchone() == (None,):
            return  # the schema was downgraded to a version without these tables
        _create_or_change(driver, url.username, url.password)
        for grant in _GRANTS:
            driver.execute(sql.SQL(grant).format(role=role))


def _create_or_change(driver: psycopg.Connection, name: str, password: str | None) -> None:
    exists = driver.execute("SELECT FROM pg_roles WHERE rolname = %s", [name]).fetchone() is not None
    verb = "ALTER" if exists else "CREATE"
    statement = sql.SQL(verb + " ROLE {} LOGIN PASSWORD {}").format(sql.Identifier(name), sql.Literal(password))
    try:
        with driver.transaction():
            driver.execute(statement)
    except psycopg.errors.InsufficientPrivilege:
        if not exists:
            raise
