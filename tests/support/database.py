"""Run functions and statements on the tests' database, each in one transaction."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

T = TypeVar("T")


def in_database(engine: Engine, function: Callable[[Session], T]) -> T:
    """Call a function with a session, and commit."""
    with Session(engine, expire_on_commit=False) as session, session.begin():
        return function(session)


async def execute(
    run_sync: Callable[[Callable[[Session], None]], Awaitable[None]], statement: str, **values: Any
) -> None:
    """Execute a statement and commit.

    :param run_sync: the fixture that calls a function with a synchronous session of the test.
    """

    def run(session: Session) -> None:
        session.execute(text(statement), values)
        session.commit()

    await run_sync(run)
