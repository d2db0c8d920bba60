"""Shared parts of terminal commands: settings, a database session, and refusals in one sentence."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

import psycopg
import typer
from psycopg.errors import LockNotAvailable, QueryCanceled, UndefinedColumn, UndefinedTable
from pydantic import ValidationError
from sqlalchemy.exc import OperationalError, ProgrammingError
from sqlalchemy.orm import Session

import shop.db.models  # noqa: F401 - all tables must be known
from shop.db.deadlines import wait_limit
from shop.db.engine import make_engine
from shop.settings import DatabaseSettings, Settings, settings
from shop.startup.load_settings import describe_invalid_settings

COMMAND_SECONDS = 600
"""Statement time-out of a command. It is long, as the person who started it can stop it."""
WAIT_SECONDS = 660.0
"""A little more, so that PostgreSQL's error comes first."""


def refuse(sentence: str) -> NoReturn:
    """End the command with a sentence and exit code 1."""
    typer.echo(sentence, err=True)
    raise typer.Exit(1)


def shop_settings() -> Settings:
    """Return all settings. If one is missing or invalid, end with a sentence that names it."""
    try:
        return settings()
    except ValidationError as error:
        _refuse_settings(error)


def _refuse_settings(error: ValidationError) -> NoReturn:
    if any(one["loc"] == ("database_url",) for one in error.errors()):
        refuse("Set SHOP_DATABASE_URL to the shop's database: postgresql://user:password@host:port/name")
    refuse(describe_invalid_settings(error))


@contextmanager
def database_errors() -> Iterator[None]:
    """If the database is unavailable, busy or empty, end with a sentence."""
    try:
        yield
    except (OperationalError, psycopg.OperationalError) as error:
        cause = getattr(error, "orig", error)
        if isinstance(cause, QueryCanceled):
            refuse("The database stopped a statement that took too long: try again when the shop is less busy.")
        if isinstance(cause, LockNotAvailable):
            refuse("Something else in the shop changes the same rows now: try again.")
        refuse("The shop's database does not answer.")
    except (ProgrammingError, psycopg.ProgrammingError) as error:
        if not isinstance(getattr(error, "orig", error), UndefinedTable | UndefinedColumn):
            raise
        refuse(
            "This database holds no shop of this version: `alembic upgrade head`, or `shop restore` where it is empty."
        )


@contextmanager
def database(*, as_owner: bool = False) -> Iterator[Session]:
    """Yield a session; the command commits.

    If the database is not configured, unavailable, busy or empty, end with a sentence.
    """
    try:
        config = DatabaseSettings()  # type: ignore[call-arg, unused-ignore]
    except ValidationError as error:
        _refuse_settings(error)
    role = config.as_owner if as_owner else config
    engine = make_engine(role, "shop command", pool_size=1, statement_seconds=COMMAND_SECONDS)
    try:
        with database_errors(), wait_limit(WAIT_SECONDS), Session(engine, expire_on_commit=False) as session:
            yield session
    finally:
        engine.dispose()


def show(rows: Iterable[Sequence[object]]) -> None:
    """Print rows, one a line."""
    for row in rows:
        typer.echo("  ".join("-" if value is None else str(value) for value in row))
