"""The migrated schema has exactly the functions and triggers that the files define."""

import re
from collections.abc import Iterator
from importlib.resources import files

import psycopg
import pytest

from shop.text.urls import driver_url

FUNCTIONS = """
    SELECT proname, pg_get_functiondef(oid)
    FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    ORDER BY 1, 2
"""
TRIGGERS = (
    "SELECT tgname, tgrelid::regclass::text, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 3"
)


@pytest.fixture
def connection(new_database) -> Iterator[psycopg.Connection]:
    with psycopg.connect(driver_url(new_database())) as made:
        yield made
        made.rollback()


def newest() -> dict[str, str]:
    """Return the newest version of each function's file."""
    versions: dict[str, dict[int, str]] = {}
    for file in files("shop.db").joinpath("sql", "functions").iterdir():
        name, version = re.fullmatch(r"(\w+)_v(\d+)\.sql", file.name).groups()
        versions.setdefault(name, {})[int(version)] = file.read_text("utf-8")
    return {name: texts[max(texts)] for name, texts in versions.items()}


def test_each_function_of_the_schema_has_a_file(connection):
    assert sorted(name for name, _ in connection.execute(FUNCTIONS)) == sorted(newest())


def test_the_files_define_the_schema(connection):
    functions = connection.execute(FUNCTIONS).fetchall()
    triggers = connection.execute(TRIGGERS).fetchall()
    for name, table, _ in triggers:
        connection.execute(f"DROP TRIGGER {name} ON {table}")
    for text in newest().values():
        connection.execute(text)
    assert connection.execute(FUNCTIONS).fetchall() == functions
    assert connection.execute(TRIGGERS).fetchall() == triggers
