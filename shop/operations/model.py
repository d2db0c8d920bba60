"""Heartbeats of the shop's processes and counts of their work, stored in PostgreSQL.

The API reads all state from there. State that only Redis or a worker has is written into the row of that process.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Delete, Update, bindparam, delete, func, text, update
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, Insert, insert
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import Text

from shop.db.base import Base

KINDS = ("relay", "realtime", "fanout", "mail", "images", "imports", "webhooks", "push")
"""The kinds of processes that must run for the shop to be complete."""
BEAT_SECONDS = 2.0
FRESH_SECONDS = 6.5
"""A process with an older last heartbeat counts as ended."""
KEEP_TALLIES = timedelta(days=1)


class Process(Base):
    """A running process. ``kinds`` are its jobs: the queues of a worker; empty for a child process of a worker.

    ``ended_at`` is set by a process that ended gracefully.
    """

    __tablename__ = "process"

    name: Mapped[str] = mapped_column(primary_key=True)
    kinds: Mapped[list[str]] = mapped_column(ARRAY(Text))
    started_at: Mapped[datetime] = mapped_column(server_default=func.now())
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    ended_at: Mapped[datetime | None]
    detail: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))


class Tally(Base):
    """Deliveries that a consumer completed and failed in one minute, and the seconds that they took.

    Each process adds its counts with its heartbeat. A killed process loses the counts of the last two seconds and
    nothing else: ``delivery`` records what is done.
    """

    __tablename__ = "tally"

    minute: Mapped[datetime] = mapped_column(primary_key=True)
    consumer: Mapped[str] = mapped_column(primary_key=True)
    done: Mapped[int]
    failed: Mapped[int]
    seconds: Mapped[float]


def beat(name: str, kinds: list[str], detail: dict[str, Any]) -> Insert:
    """Return the statement that writes a heartbeat."""
    return (
        insert(Process)
        .values(name=name, kinds=kinds, detail=detail)
        .on_conflict_do_update(
            index_elements=[Process.name],
            set_={"seen_at": func.now(), "ended_at": None, "detail": detail, "kinds": kinds},
        )
    )


def end(name: str) -> Update:
    """Return the statement that records a graceful end."""
    return update(Process).where(Process.name == name).values(seen_at=func.now(), ended_at=func.now())


@cache
def forget_old() -> Delete:
    """Delete processes without a heartbeat for a day, and workers' children without one for a minute."""
    silent = func.now() - Process.seen_at
    return delete(Process).where(
        (silent > timedelta(days=1)) | ((Process.kinds == []) & (silent > timedelta(minutes=1)))
    )


_COUNT = text("""
    INSERT INTO tally (minute, consumer, done, failed, seconds)
    SELECT date_trunc('minute', now()), * FROM unnest(:consumers, :done, :failed, :seconds)
    ON CONFLICT (minute, consumer) DO UPDATE SET done = tally.done + excluded.done,
        failed = tally.failed + excluded.failed, seconds = tally.seconds + excluded.seconds
""").bindparams(
    bindparam("consumers", type_=ARRAY(Text)),
)


def count(work: Mapping[str, tuple[int, int, float]]) -> tuple[Any, dict[str, Any]]:
    """Return the statement that adds counts to this minute's tallies, with its parameters.

    :param work: by consumer: completed deliveries, failed deliveries, seconds.
    """
    consumers = sorted(work)
    columns = list(zip(*(work[consumer] for consumer in consumers), strict=True))
    return _COUNT, {"consumers": consumers, **dict(zip(("done", "failed", "seconds"), map(list, columns), strict=True))}
