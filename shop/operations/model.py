"""Signs of life of the shop's processes, and how much they did, kept in PostgreSQL.

So the API needs no other way to know them: what only Redis or a worker knows is said in a process's own row.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Delete, Select, Update, bindparam, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, Insert, insert
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import Text

from shop.db.base import Base

KINDS = ("relay", "realtime", "fanout", "mail", "images", "imports")
"""What must be running for the shop to be whole."""
BEAT_SECONDS = 2.0
FRESH_SECONDS = 6.5
"""A process not heard of for this long counts as gone."""
KEEP_TALLIES = timedelta(days=1)


class Process(Base):
    """One running process. ``kinds`` are the jobs that it does; a worker's are its queues, a worker's child has none.

    ``ended_at`` is set by one that ended in good order.
    """

    __tablename__ = "process"

    name: Mapped[str] = mapped_column(primary_key=True)
    kinds: Mapped[list[str]] = mapped_column(ARRAY(Text))
    started_at: Mapped[datetime] = mapped_column(server_default=func.now())
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    ended_at: Mapped[datetime | None]
    detail: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))


class Tally(Base):
    """How many deliveries a consumer carried out and failed at in one minute, and how many seconds that took.

    Each process adds what it did with its sign of life; one that is killed takes two seconds of figures with it, and
    nothing else: what is done and what is not, ``delivery`` knows.
    """

    __tablename__ = "tally"

    minute: Mapped[datetime] = mapped_column(primary_key=True)
    consumer: Mapped[str] = mapped_column(primary_key=True)
    done: Mapped[int]
    failed: Mapped[int]
    seconds: Mapped[float]


def beat(name: str, kinds: list[str], detail: dict[str, Any]) -> Insert:
    """Note that a process lives."""
    return (
        insert(Process)
        .values(name=name, kinds=kinds, detail=detail)
        .on_conflict_do_update(
            index_elements=[Process.name],
            set_={"seen_at": func.now(), "ended_at": None, "detail": detail, "kinds": kinds},
        )
    )


def end(name: str) -> Update:
    """Note that a process ended in good order."""
    return update(Process).where(Process.name == name).values(seen_at=func.now(), ended_at=func.now())


def forget_old() -> Delete:
    """Remove the processes not heard of for a day, and workers' children not heard of for a minute."""
    silent = func.now() - Process.seen_at
    return delete(Process).where(
        (silent > timedelta(days=1)) | ((Process.kinds == []) & (silent > timedelta(minutes=1)))
    )


def fresh() -> Select[Process]:
    """Select the processes heard of lately."""
    return select(Process).where(
        Process.ended_at.is_(None),
        Process.seen_at > func.now() - func.make_interval(0, 0, 0, 0, 0, 0, FRESH_SECONDS),
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
    """Return the statement that adds what was done to this minute's tallies, with its parameters.

    :param work: by consumer: how many deliveries were carried out, how many failed, in how many seconds.
    """
    consumers = sorted(work)
    columns = list(zip(*(work[consumer] for consumer in consumers), strict=True))
    return _COUNT, {"consumers": consumers, **dict(zip(("done", "failed", "seconds"), map(list, columns), strict=True))}
