"""How the shop's work stands at one moment, and how it is put into words: first what is wrong, then what to do.

Everything here is plain values: :mod:`api.operations` reads them from PostgreSQL.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from shop.operations.canary import EVERY_SECONDS
from shop.operations.model import FRESH_SECONDS

Level = Literal["fine", "warn", "bad"]

SLOW_CANARY = 2000.0
LATE = {"fanout": 15.0, "mail": 120.0, "images": 180.0, "imports": 60.0}
"""For how many seconds the oldest delivery of a queue may wait while its worker is there."""
STUCK = {"fanout": 15.0, "mail": 45.0, "images": 75.0, "imports": 25.0}
"""For how many seconds a worker may be at one task: above its time limits."""
MEANWHILE = {
    "mail": "Mails wait, nothing is lost",
    "images": "Pictures wait to be made, nothing is lost",
    "imports": "Imports of products stand still, nothing is lost",
    "fanout": "Open pages are up to a second behind, nothing is lost",
}
_SERVERS_FAULT = {
    "mail": ("SMTP", "ConnectionRefused", "TimeoutError", "OSError", "gaierror", "CodeNotSentYet"),
    "images": ("StorageAway",),
}
"""How an error begins that is not the work's but the server's that the queue needs."""
WORKER = "celery -A workers.app worker -Q {queue}"


@dataclass(frozen=True, kw_only=True)
class Sign:
    """A process's last sign of life: ``silent`` and ``up`` in seconds."""

    name: str
    kinds: Sequence[str]
    silent: float
    up: float
    is_ended: bool = False
    detail: dict[str, Any] = field(default_factory=dict)

    @property
    def is_here(self) -> bool:
        """Whether it was heard of lately."""
        return not self.is_ended and self.silent <= FRESH_SECONDS


@dataclass(frozen=True, kw_only=True)
class Queue:
    """What waits for the workers of a queue: how many deliveries, for how many seconds, and how many failed before."""

    name: str
    waiting: int = 0
    failing: int = 0
    oldest: float = 0.0
    error: str | None = None
    next_try: float | None = None


@dataclass(frozen=True, kw_only=True)
class Standing:
    """All that is known at one moment. ``troubles`` are kind, reason pairs that processes met lately."""

    signs: Sequence[Sign] = ()
    queues: Sequence[Queue] = ()
    outbox_waiting: int = 0
    outbox_lag: float = 0.0
    dead: int = 0
    is_read_only: bool = False
    troubles: dict[str, str] = field(default_factory=dict)
    canary_ago: float | None = None
    canary_ms: float | None = None


@dataclass(frozen=True)
class Finding:
    """One thing that is not as it should be: a sentence that says what and what that means, and what to do."""

    level: Level
    sentence: str
    advice: str


def seconds(count: float) -> str:
    """Write a span: ``12 s``, ``3 min``, ``2 h``."""
    if count < 90:
        return f"{count:.0f} s"
    return f"{count / 60:.0f} min" if count < 5400 else f"{count / 3600:.0f} h"


def counted(deliveries: int) -> str:
    """Write a count: ``1 delivery``, ``3 deliveries``."""
    return "1 delivery" if deliveries == 1 else f"{deliveries} deliveries"


def findings(standing: Standing) -> list[Finding]:
    """Return what is wrong, the gravest first; nothing where everything runs.

    A cause hides what follows from it: where PostgreSQL takes no changes no process can write a sign of life.
    """
    database = _database(standing)
    if database:
        return [*database, *_dead(standing)]
    return [
        *_gone(standing),
        *_servers(standing),
        *_behind(standing),
        *_canary(standing),
        *_dead(standing),
    ]


def headline(found: Sequence[Finding]) -> str:
    """Return the one line that stands on top."""
    return found[0].sentence if found else "Everything runs."


def level(found: Sequence[Finding]) -> Level:
    """Return how grave the gravest finding is."""
    levels = {finding.level for finding in found}
    return "bad" if "bad" in levels else "warn" if levels else "fine"


def _database(standing: Standing) -> list[Finding]:
    if "disk_full" in standing.troubles:
        sentence = "The disk of PostgreSQL is full. The shop can be looked at; orders and changes are refused."
        advice = f"Make room on it; all goes on by itself then. It says: {standing.troubles['disk_full']}"
        return [Finding("bad", sentence, advice)]
    if standing.is_read_only or "read_only" in standing.troubles:
        sentence = "PostgreSQL takes no changes. The shop can be looked at; orders and changes are refused."
        return [
            Finding(
                "bad", sentence, "Let it write again; what waits goes on by itself. Nothing that was taken is lost."
            )
        ]
    return []


def _gone(standing: Standing) -> list[Finding]:
    found = []
    waiting = f"{standing.outbox_waiting} waiting" if standing.outbox_waiting else "none waiting yet"
    for kind, name, meanwhile, command in (
        ("relay", "relay", f"Events are kept, nothing is lost: {waiting}.", "python -m workers.relay"),
        (
            "realtime",
            "realtime process",
            "Open pages say that they are not live, and catch up when it is back.",
            "uvicorn --factory realtime.main:app",
        ),
    ):
        since = _gone_since(standing, kind)
        if since:
            found.append(Finding("bad", f"The {name} {since}. {meanwhile}", f"Start it: {command}"))
    for queue in standing.queues:
        since = _gone_since(standing, queue.name)
        if since:
            meanwhile = MEANWHILE.get(queue.name, "Its work waits, nothing is lost")
            sentence = f"The {queue.name} worker {since}. {meanwhile}: {queue.waiting} waiting."
            found.append(Finding("bad", sentence, f"Start one: {WORKER.format(queue=queue.name)}"))
    return found


def _gone_since(standing: Standing, kind: str) -> str | None:
    of_kind = [sign for sign in standing.signs if kind in sign.kinds]
    if any(sign.is_here for sign in of_kind):
        return None
    if not of_kind:
        return "has not been heard of"
    return f"is gone since {seconds(min(sign.silent for sign in of_kind))}"


def _servers(standing: Standing) -> list[Finding]:
    found = []
    here = [sign for sign in standing.signs if sign.is_here]
    relays = [sign for sign in here if "relay" in sign.kinds]
    pages = [sign for sign in here if "realtime" in sign.kinds]
    if any(sign.detail.get("broker") == "away" for sign in relays) or (
        pages and not any(sign.detail.get("hears_redis", True) for sign in pages)
    ):
        sentence = "Redis is away. Work waits in PostgreSQL, nothing is lost; open pages are up to a second behind."
        found.append(Finding("bad", sentence, "Start it; all goes on by itself then."))
    queues = {queue.name: queue for queue in standing.queues if _is_kept_waiting(queue)}
    if "storage" in standing.troubles or "images" in queues:
        said = standing.troubles.get("storage") or queues["images"].error
        sentence = "The storage of pictures is away. New pictures are refused or wait; all else goes on."
        found.append(Finding("bad", sentence, f"It says: {said}"))
    if mail := queues.get("mail"):
        again = f" The next try is in {seconds(max(0.0, mail.next_try))}." if mail.next_try is not None else ""
        sentence = f"The mail server takes no mails. They are tried again by themselves: {mail.waiting} waiting."
        advice = f"It says: {mail.error}{again} A one-time code that expires meanwhile is not sent any more."
        found.append(Finding("bad", sentence, advice))
    return found


def _is_kept_waiting(queue: Queue) -> bool:
    """Whether what failed in a queue did so because of the server that it needs."""
    return bool(queue.failing and queue.error and queue.error.startswith(_SERVERS_FAULT.get(queue.name, ())))


def _behind(standing: Standing) -> list[Finding]:
    found = []
    if standing.outbox_lag > 5 and _gone_since(standing, "relay") is None:
        oldest = seconds(standing.outbox_lag)
        sentence = f"The relay is behind: {standing.outbox_waiting} events wait, the oldest for {oldest}."
        found.append(Finding("warn", sentence, "Start another relay: python -m workers.relay"))
    here = [sign for sign in standing.signs if sign.is_here]
    for queue in standing.queues:
        workers = [sign for sign in here if queue.name in sign.kinds]
        if workers:
            found += _strained(queue, longest=max(sign.detail.get("longest", 0) for sign in workers))
    return found


def _strained(queue: Queue, *, longest: float) -> list[Finding]:
    if longest > STUCK.get(queue.name, 60.0):
        sentence = f"A {queue.name} worker has been at one task for {seconds(longest)}."
        advice = "The lease ends and another worker takes over; restart it if it stays."
    elif queue.failing and not _is_kept_waiting(queue):
        sentence = f"{counted(queue.failing)} of the queue {queue.name} failed and will be tried again."
        advice = f"The last error: {queue.error}"
    elif not queue.failing and queue.oldest > LATE.get(queue.name, 120.0):
        sentence = f"The queue {queue.name} is behind: {queue.waiting} wait, the oldest for {seconds(queue.oldest)}."
        advice = f"Start another worker: {WORKER.format(queue=queue.name)}"
    else:
        return []
    return [Finding("warn", sentence, advice)]


def _canary(standing: Standing) -> list[Finding]:
    road = ("relay", "fanout", "realtime")
    if any(_gone_since(standing, kind) for kind in road) or standing.canary_ago is None:
        return []
    if standing.canary_ago > 4 * EVERY_SECONDS:
        sentence = f"No canary has reached the open pages for {seconds(standing.canary_ago)}."
        return [Finding("warn", sentence, "Look at the log of the relay and of the fanout worker.")]
    if standing.canary_ms is not None and standing.canary_ms > SLOW_CANARY:
        sentence = f"A change takes {standing.canary_ms / 1000:.1f} s from the click to the page."
        return [
            Finding("warn", sentence, "The machine may be busy; another fanout worker helps where that queue waits.")
        ]
    return []


def _dead(standing: Standing) -> list[Finding]:
    if not standing.dead:
        return []
    sentence = f"{counted(standing.dead)} {'was' if standing.dead == 1 else 'were'} given up."
    return [Finding("warn", sentence, "Read the error below, mend its cause, then retry or discard.")]
