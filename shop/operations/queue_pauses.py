"""Pause and resume queues.

Claimed deliveries of a paused queue are finished; its other deliveries stay pending in PostgreSQL.

A pause is stored as a row, so it survives restarts of all processes. The relay leases nothing of a paused queue, and
workers claim nothing of it, although the broker still has messages.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from shop.audit import context
from shop.errors import Conflict, NotFound
from shop.events import leasing
from shop.events.model import QueuePause


class UnknownQueue(NotFound):
    """There is no such queue."""

    code = "unknown_queue"


class AlreadyPaused(Conflict):
    """The queue is paused already."""

    code = "already_paused"


class NotPaused(Conflict):
    """The queue to resume is not paused."""

    code = "not_paused"


def pause(session: Session, queue: str, *, at: datetime) -> None:
    """Pause a queue, in the name of the session's actor.

    :raises AlreadyPaused: with who did it.
    """
    who = context.actor_of(session)
    values = {"queue": queue, "paused_at": at, "paused_by": who.name if who else "An operator"}
    made = session.execute(
        insert(QueuePause).values(values).on_conflict_do_nothing().returning(QueuePause.queue)
    ).one_or_none()
    if made is None:
        by = session.scalar(select(QueuePause.paused_by).where(QueuePause.queue == queue))
        raise AlreadyPaused(f"The queue {queue} is paused already{f', by {by}' if by else ''}.")
    context.record_action(session, "paused", "queue", label=queue)


def resume(session: Session, queue: str) -> None:
    """Resume a queue. Deliveries whose messages the broker still had when it was paused are due at once.

    :raises NotPaused: if it is not paused.
    """
    gone: Any = session.execute(
        delete(QueuePause).where(QueuePause.queue == queue).returning(QueuePause.paused_at, QueuePause.paused_by)
    ).one_or_none()
    if gone is None:
        raise NotPaused(f"The queue {queue} is not paused.")
    leasing.requeue_unclaimed(session.connection(), queue)
    changes = {"paused": {"from": f"by {gone.paused_by}", "to": None}}
    context.record_action(session, "resumed", "queue", label=queue, changes=changes)


def check_known(queue: str, known: tuple[str, ...]) -> None:
    """Refuse the name of a queue that does not exist.

    :raises UnknownQueue: with the names of those that do.
    """
    if queue not in known:
        raise UnknownQueue(f"There is no queue {queue}. The queues are {', '.join(known)}.")
