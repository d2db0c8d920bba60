"""Work on the tests' database in a transaction of its own."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

T = TypeVar("T")


def in_database(engine: Engine, function: Callable[[Session], T]) -> T:
    """Call a function with a session, and commit."""
    with Session(engine, expire_on_commit=False) as session, session.begin():
        return function(session)


async def execute(look: Callable[[Callable[[Session], None]], Awaitable[None]], statement: str, **values: Any) -> None:
    """Execute a statement and commit.

    :param look: the fixture that calls a function with the test's session.
    """

    def run(session: Session) -> None:
        session.execute(text(statement), values)
        session.commit()

    await look(run)
