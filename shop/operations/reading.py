"""Reading how the shop's work stands: a few short statements in one trip to PostgreSQL."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from shop.db.pool import Pool
from shop.db.query import Query
from shop.operations import queries
from shop.operations.model import KINDS
from shop.operations.standing import Queue, Sign, Standing
from shop.operations.work import TROUBLE_SECONDS, troubles

T = TypeVar("T", list[Any], dict[str, Any])
QUEUES = tuple(kind for kind in KINDS if kind not in {"relay", "realtime"})
UNSERVED = "No worker of this version"
"""How the error of a delivery begins whose queue or consumer is not known."""

_STATEMENTS = [
    Query(query.text) for query in (queries.STATE, queries.PROCESSES, queries.WAITING, queries.DEAD, queries.OUTBOX)
]


@dataclass(frozen=True)
class Spread:
    """How long canaries took to the sockets, in milliseconds, and how many seconds ago the last one was written."""

    ms: float
    p50: float
    p95: float
    ago: float


@dataclass(frozen=True)
class Read:
    """The rows that a standing was made of, for who shows more of them."""

    at: datetime
    signs: Sequence[Sign]
    waiting: Sequence[Any]
    dead: Sequence[Any]
    canary: Spread | None
    standing: Standing


async def read(pool: Pool) -> Read:
    """Read how everything stands."""
    [state], processes, waiting, dead, [outbox] = await pool.fetch_all(*(one() for one in _STATEMENTS))
    signs = [_sign(row) for row in processes]
    canary = _canary(signs, state.at)
    standing = Standing(
        signs=signs,
        queues=[_queue(name, [row for row in waiting if row.queue == name]) for name in _queue_names(waiting)],
        outbox_waiting=outbox.waiting,
        outbox_lag=outbox.lag,
        dead=sum(row.dead for row in dead),
        is_read_only=state.is_read_only,
        troubles=_troubles(signs),
        failed=_failed(signs),
        canary_ago=canary.ago if canary else None,
        canary_ms=canary.ms if canary else None,
    )
    return Read(state.at, signs, waiting, dead, canary, standing)


def _sign(row: Any) -> Sign:
    return Sign(
        name=row.name,
        kinds=row.kinds,
        silent=max(0.0, row.silent),
        up=max(0.0, row.up),
        is_ended=row.is_ended,
        detail=row.detail,
    )


def _queue_names(waiting: Iterable[Any]) -> list[str]:
    """The queues that there must be, then others in which something waits."""
    return [*QUEUES, *sorted({row.queue for row in waiting} - set(QUEUES))]


def _queue(name: str, rows: Sequence[Any]) -> Queue:
    served = [row for row in rows if name in QUEUES and not (row.error or "").startswith(UNSERVED)]
    tries = [row.next_try for row in served if row.next_try is not None]
    return Queue(
        name=name,
        waiting=sum(row.waiting for row in served),
        failing=sum(row.failing for row in served),
        unserved=sum(row.waiting for row in rows if row not in served),
        oldest=max((row.oldest for row in served), default=0.0),
        error=next((row.error for row in [*served, *rows] if row.error), None),
        next_try=min(tries) if tries else None,
    )


def _troubles(signs: Iterable[Sign]) -> dict[str, str]:
    """What processes met lately, this one's own first: it may be unable to write its row."""
    said = [trouble for sign in signs for trouble in _said(sign, "troubles", list)]
    return {
        trouble["kind"]: trouble["reason"] for trouble in [*said, *troubles.now()] if trouble["ago"] < TROUBLE_SECONDS
    }


def _failed(signs: Iterable[Sign]) -> dict[str, str]:
    return {name: why for sign in signs for name, why in _said(sign, "failed", dict).items()}


def _canary(signs: Iterable[Sign], at: datetime) -> Spread | None:
    """The slowest of the realtime processes that are here: each of them has pages."""
    heard = [canary for sign in signs if (canary := _said(sign, "canary", dict))]
    if not heard:
        return None
    oldest = min(datetime.fromisoformat(canary["at"]) for canary in heard)
    spread = {name: max(canary[name] for canary in heard) for name in ("ms", "p50", "p95")}
    return Spread(ago=max(0.0, (at - oldest).total_seconds()), **spread)


def _said(sign: Sign, name: str, kind: type[T]) -> T:
    """Return what a process that is here says of itself; another version may say it in another shape."""
    said = sign.detail.get(name) if sign.is_here else None
    return said if isinstance(said, kind) else kind()
