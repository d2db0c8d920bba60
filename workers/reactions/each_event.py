"""Reactions to one event at a time."""

from collections.abc import Callable, Sequence
from functools import wraps

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.events.deliveries import ClaimedEvent


def for_each_event(
    react: Callable[[Session, ClaimedEvent], None],
) -> Callable[[Connection, Sequence[ClaimedEvent]], None]:
    """Make a reaction to one event a reaction to several: they are processed in their order, in one session."""

    @wraps(react)
    def effect(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
        with Session(connection) as session:
            for event in events:
                react(session, event)

    return effect
