"""Sets the actor of a transaction for the audit.

PostgreSQL's triggers write the audit entries for every change of a row. They read the actor from the setting
``swarna.actor``, which is set at the beginning of each transaction of a database session that has an actor.
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
from shop.observability.logs import request_id
from shop.text.email_addresses import without_addresses

_ACTOR = "actor"


@dataclass(frozen=True)
class Actor:
    """An admin, another system by its API key, or the user of the machine's terminal, who has no id."""

    name: str
    admin_id: int | None = None
    api_key_id: int | None = None


def terminal_actor() -> Actor:
    """Return the actor of a command at the terminal. In a container the operating system's user may have no name."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):
        name = f"user {os.getuid()}"
    return Actor(f"{name} at the terminal")


def set_actor(session: Session, actor: Actor | None) -> None:
    """Set the actor of all further changes of this database session. If the actor is None, they are not audited."""
    session.info[_ACTOR] = actor
    if session.in_transaction():
        _set_on_connection(session.connection(), actor)


def actor_of(session: Session) -> Actor | None:
    """Return the actor of the session's changes; None if they are not audited."""
    actor: Actor | None = session.info.get(_ACTOR)
    return actor


def record_action(
    session: Session,
    action: str,
    entity: str,
    *,
    entity_id: int | None = None,
    label: str,
    changes: dict[str, Any] | None = None,
) -> None:
    """Add an audit entry for an action that changes no audited row. The caller commits both together."""
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


def record_delivery_action(session: Session, action: str, delivery: Row[Any]) -> None:
    """Add an audit entry for a dead delivery that was retried or discarded.

    Email addresses are removed from the error, because the deletion of an account does not erase them in the audit.

    :param delivery: has ``id``, ``consumer``, ``last_error``, and ``type`` and ``aggregate`` of its event.
    """
    label = f"{delivery.consumer} of {delivery.type}, {delivery.aggregate.replace(':', ' ')}"
    changes = {"error": {"from": without_addresses(delivery.last_error or ""), "to": None}}
    record_action(session, action, "delivery", entity_id=delivery.id, label=label, changes=changes)


@event.listens_for(Session, "after_begin")
def _set_actor_of_transaction(session: Session, _transaction: SessionTransaction, connection: Connection) -> None:
    actor = session.info.get(_ACTOR)
    if actor is not None:
        _set_on_connection(connection, actor)


_SET_ACTOR = select(func.set_config("swarna.actor", bindparam("actor"), True))
_SET_ACTOR_QUERY = Query.of(_SET_ACTOR)


def set_actor_query(actor: Actor) -> BoundQuery:
    """Return the statement that sets the actor for the rest of a transaction of the pool."""
    return _SET_ACTOR_QUERY(actor=_to_json(actor))


def _set_on_connection(connection: Connection, actor: Actor | None) -> None:
    connection.execute(_SET_ACTOR, {"actor": _to_json(actor)})


def _to_json(actor: Actor | None) -> str:
    if actor is None:
        return ""
    return json.dumps({"name": actor.name, "id": actor.admin_id, "request": request_id.get()})
