"""The common parts of all commands: time limits, and messages about errors of the database."""

import pytest
import typer
from sqlalchemy import text

from shop.cli.terminal import database


@pytest.fixture(autouse=True)
def _address(database_url, monkeypatch):
    monkeypatch.setenv("SHOP_DATABASE_URL", database_url)


def run(*statements: str) -> None:
    with database() as session:
        for statement in statements:
            session.execute(text(statement))


def test_a_statement_of_a_command_may_take_ten_minutes():
    with database() as session:
        assert session.scalar(text("SHOW statement_timeout")) == "10min"


def test_a_statement_that_takes_too_long_is_told_in_one_sentence(capsys):
    with pytest.raises(typer.Exit) as ended:
        run("SET LOCAL statement_timeout = '50ms'", "SELECT pg_sleep(20)")
    assert ended.value.exit_code == 1
    told = "The database stopped a statement that took too long: try again when the shop is less busy.\n"
    assert capsys.readouterr().err == told


def test_rows_that_something_else_changes_are_told_in_one_sentence(capsys):
    with database() as other:
        other.execute(text("LOCK TABLE gold_rate"))
        with pytest.raises(typer.Exit) as ended:
            run("SET LOCAL lock_timeout = '50ms'", "LOCK TABLE gold_rate")
    assert ended.value.exit_code == 1
    assert capsys.readouterr().err == "Something else in the shop changes the same rows now: try again.\n"
