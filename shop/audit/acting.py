"""Saying who acts, so that what they change is written down with their name.

PostgreSQL's triggers write the entries, whoever changes a row and however; all they need is the actor's name, which is
set anew in each transaction of a session in which someone acts.
"""

import getpass
import json
import os
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, bindparam, event, func, insert, select
from sqlalchemy.orm import Session, SessionTransaction

from shop.audit.model import AuditEntry
from shop.db.query import BoundQuery, Query
from shop.logs import request_id

_ACTOR = "actor"


@dataclass(frozen=True)
class Actor:
    """Someone of the staff: an admin, or who sits at the machine's terminal and has no id."""

    name: str
    admin_id: int | None = None


def at_the_terminal() -> Actor:
    """Return whoever types the command; a container's user may have no name."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):
        name = f"user {os.getuid()}"
    return Actor(f"{name} at the terminal")


def act_as(session: Session, actor: Actor | None) -> None:
    """Let all that this session changes from now on be the actor's doing, or nobody's of the staff."""
    session.info[_ACTOR] = actor
    if session.in_transaction():
        _name(session.connection(), actor)


def note(
    session: Session, action: str, entity: str, *, entity_id: int, label: str, changes: dict[str, Any] | None = None
) -> None:
    """Write down what the actor did that changes no audited row; the caller commits both together."""
    actor: Actor = session.info[_ACTOR]
    session.execute(
        insert(AuditEntry).values(
            actor=actor.name,
            admin_id=actor.admin_id,
            request_id=request_id.get(),
            action=action,
            entity=entity,
            entity_id=entity_id,
            label=label,
            changes=changes or {},
        )
    )


def note_delivery(session: Session, action: str, letter: Row[Any]) -> None:
    """Write down that a dead letter was retried or discarded; ``letter`` has its consumer, event and error."""
    label = f"{letter.consumer} of {letter.type}, {letter.aggregate.replace(':', ' ')}"
    changes = {"error": {"from": letter.last_error, "to": None}}
    note(session, action, "delivery", entity_id=letter.id, label=label, changes=changes)


@event.listens_for(Session, "after_begin")
def _act_on(session: Session, _transaction: SessionTransaction, connection: Connection) -> None:
    actor = session.info.get(_ACTOR)
    if actor is not None:
        _name(connection, actor)


_NAME = select(func.set_config("swarna.actor", bindparam("said"), True))
_NAME_ON_A_TRIP = Query.of(_NAME)


def acting(actor: Actor) -> BoundQuery:
    """Let all that follows in a short trip's transaction be the actor's doing."""
    return _NAME_ON_A_TRIP(said=_said(actor))


def _name(connection: Connection, actor: Actor | None) -> None:
    connection.execute(_NAME, {"said": _said(actor)})


def _said(actor: Actor | None) -> str:
    if actor is None:
        return ""
    return json.dumps({"name": actor.name, "id": actor.admin_id, "request": request_id.get()})
