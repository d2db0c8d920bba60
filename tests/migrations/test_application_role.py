"""The privileges of the shop's processes in PostgreSQL."""

from collections.abc import Iterator

import psycopg
import pytest
from psycopg import errors, sql
from sqlalchemy import URL, make_url

from shop.db.roles import APPEND_ONLY
from shop.text.urls import driver_url
from tests.support.migrations import alembic

PASSWORD = "it's-100%-secret"
OLD_ENTRY = "INSERT INTO audit_entry (at, actor, action, entity, changes) VALUES (%s, 'x', 'added', 'y', '{}')"


@pytest.fixture(scope="module")
def role(worker_name: str) -> str:
    return f"app_{worker_name}"


@pytest.fixture(scope="module")
def owner_url(new_database) -> str:
    return new_database()


@pytest.fixture(scope="module")
def application(owner_url: str, role: str) -> Iterator[str]:
    """Migrate a database, and yield its libpq URL for the role that the migrations create."""
    url = make_url(owner_url).set(username=role, password=PASSWORD)
    given = {"SHOP_OWNER_DATABASE_URL": owner_url}
    for _ in range(2):  # a second migration must change nothing
        alembic(url.render_as_string(hide_password=False), "upgrade", "head", **given)
    yield url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(driver_url(owner_url), autocommit=True) as owner:
        owner.execute(sql.SQL("DROP OWNED BY {}").format(sql.Identifier(role)))
        owner.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(role)))


@pytest.fixture
def connection(application: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(application) as made:
        yield made
        made.rollback()


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE another (id int)",
        "ALTER TABLE shop_order ADD COLUMN another int",
        "DROP TABLE review",
        "TRUNCATE review",
        "CREATE FUNCTION another() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE SCHEMA another",
        "CREATE ROLE another",
        "CREATE DATABASE another",
        "ALTER SYSTEM SET work_mem = '1GB'",
        "SELECT pg_read_file('PG_VERSION')",
        "COPY review TO PROGRAM 'cat'",
        "SELECT rolpassword FROM pg_authid",
        "DROP TRIGGER keep_audit ON audit_entry",
        "ALTER TABLE audit_entry DISABLE TRIGGER ALL",
        "SET session_replication_role = replica",
        "UPDATE audit_entry SET actor = 'nobody'",
        "DELETE FROM audit_entry",
        "UPDATE stock_movement SET quantity = 1",
        "DELETE FROM stock_movement",
        "ALTER TABLE stock_movement DISABLE TRIGGER ALL",
        "UPDATE status_change SET changed_by = 'nobody'",
        "DELETE FROM status_change",
        "UPDATE return_step SET changed_by = 'nobody'",
        "UPDATE shipment_change SET changed_by = 'nobody'",
        "UPDATE alembic_version SET version_num = ''",
    ],
)
def test_what_is_not_needed_is_not_allowed(connection, statement):
    connection.autocommit = True
    with pytest.raises(errors.InsufficientPrivilege):
        connection.execute(statement)


def test_every_table_can_be_read_and_written_but_the_audit_and_the_version_of_the_schema(connection):
    rights = "SELECT relname, {} FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace"
    asked = ", ".join(f"has_table_privilege(oid, '{verb}')" for verb in ("SELECT", "INSERT", "UPDATE", "DELETE"))
    held = {name: given for name, *given in connection.execute(rights.format(asked))}
    for name in APPEND_ONLY:
        assert held.pop(name) == [True, True, False, False], name
    assert held.pop("alembic_version") == [True, False, False, False]
    assert set(map(tuple, held.values())) == {(True, True, True, True)}


@pytest.mark.parametrize("query", [{}, {"passfile": "/no/such/file"}, {"password": PASSWORD}])
def test_a_url_without_a_password_before_its_host_leaves_the_role_its_password(application, owner_url, role, query):
    owner = make_url(owner_url)
    url = URL.create("postgresql", role, host=owner.host, port=owner.port, database=owner.database, query=query)
    alembic(url.render_as_string(hide_password=False), "upgrade", "head", SHOP_OWNER_DATABASE_URL=owner_url)
    psycopg.connect(application).close()


def test_a_table_of_a_migration_can_be_written_before_the_migrations_have_ended(connection, owner_url):
    with psycopg.connect(driver_url(owner_url), autocommit=True) as owner:
        owner.execute("CREATE TABLE another (id serial)")
        connection.execute("INSERT INTO another DEFAULT VALUES")
        connection.rollback()
        owner.execute("DROP TABLE another")


def test_only_what_is_older_than_two_years_leaves_the_audit(connection):
    for at in ("2020-01-01", "now"):
        connection.execute(OLD_ENTRY, [at])
    assert connection.execute("SELECT prune_audit(now() + interval '1 day', 1000)").fetchone() == (1,)
    assert connection.execute("SELECT count(*) FROM audit_entry WHERE at < now() - interval '1 year'").fetchone() == (
        0,
    )
