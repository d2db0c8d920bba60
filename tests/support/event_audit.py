"""Compare the event log in the database with what the pages received and the mailbox contains."""

import asyncio
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
from psycopg.rows import namedtuple_row

from shop.clock import iso
from shop.text.urls import driver_url
from tests.support.live_browser import STATUS_CHANGED, OpenPage
from workers.reactions.mails.order_mails import STATUS_MAIL_DELAY, is_worth_mailing

# Probe events reach no page, and are recorded all the time.
_EVENTS = """
    SELECT id, position, type, aggregate, reach, customer_id, data, recorded_at FROM domain_event
    WHERE type <> 'canary.sung'
    ORDER BY position NULLS LAST, id
"""
_ITEMS = """
    SELECT order_item.id, order_item.status, version, order_item.ordered_at, packed_at, shipped_at, delivered_at,
        customer_id, customer.deleted_at IS NOT NULL AND shop_order.email = '' AS is_anonymous
    FROM order_item JOIN shop_order ON shop_order.id = order_id JOIN customer ON customer.id = customer_id
"""
_DELIVERIES = """
    SELECT delivery.id, event_id, consumer, attempts, leased_at, done_at, dead_at, last_error, postponed_to,
        done_at - recorded_at AS took
    FROM delivery JOIN domain_event ON domain_event.id = event_id WHERE type <> 'canary.sung'
    ORDER BY event_id, delivery.id
"""
_HISTORY = "SELECT order_item_id, version, to_status, at FROM status_change ORDER BY order_item_id, version"

FAST_ENOUGH = timedelta(seconds=0.9)
"""Below one second, after which the sweeps would deliver an event even without a notification."""
MAX_SHOWN = 5


@dataclass(frozen=True)
class Ledger:
    """The contents of the database: events, order lines, deliveries, history."""

    events: list[Any]
    items: list[Any]
    deliveries: list[Any]
    history: dict[int, list[Any]]

    @property
    def changes(self) -> list[Any]:
        return [event for event in self.events if event.type == STATUS_CHANGED]

    @property
    def last(self) -> int:
        """The last position; 0 if an event is not sequenced yet."""
        positions = [event.position for event in self.events]
        return 0 if not positions or None in positions else max(positions)

    @property
    def unfinished(self) -> dict[int, str]:
        """The deliveries that are not done, each with its state."""
        return {
            delivery.id: f"{'dead' if delivery.dead_at else 'waiting'} after {delivery.attempts}: {delivery.last_error}"
            for delivery in self.deliveries
            if delivery.done_at is None
        }

    @property
    def published(self) -> list[Any]:
        """The deliveries that publish to pages, in the order of their events."""
        return [delivery for delivery in self.deliveries if delivery.consumer == "push"]

    @property
    def unpublished(self) -> list[Any]:
        return [delivery for delivery in self.published if delivery.done_at is None]


@dataclass
class Tally:
    """The totals over all pages."""

    pages: int = 0
    connects: int = 0
    resyncs: int = 0
    expected: int = 0
    seen: int = 0
    lost: int = 0
    doubled: int = 0
    disordered: int = 0
    foreign: int = 0
    rows: int = 0
    wrong_rows: int = 0
    delays: list[float] = field(default_factory=list)

    @property
    def median_delay(self) -> float:
        return statistics.median(self.delays) if self.delays else 0.0

    @property
    def longest_delay(self) -> float:
        return max(self.delays, default=0.0)


async def read_ledger(database_url: str) -> Ledger:
    """Read the ledger in one snapshot."""
    async with await psycopg.AsyncConnection.connect(
        driver_url(database_url), row_factory=namedtuple_row
    ) as connection:
        await connection.set_isolation_level(psycopg.IsolationLevel.REPEATABLE_READ)

        async def rows(query: str) -> list[Any]:
            return await (await connection.execute(query)).fetchall()

        history = defaultdict(list)
        for step in await rows(_HISTORY):
            history[step.order_item_id].append(step)
        return Ledger(await rows(_EVENTS), await rows(_ITEMS), await rows(_DELIVERIES), dict(history))


async def settled(
    database_url: str,
    is_so: Callable[[Ledger], object],
    *,
    seconds: float,
    meanwhile: Callable[[str], Awaitable[None]] | None = None,
) -> Ledger:
    """Read the ledger until the condition holds or the time is up. Return the last one read.

    :param meanwhile: called with the database URL before each read.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    while True:
        try:
            if meanwhile:
                await meanwhile(database_url)
            ledger = await read_ledger(database_url)
            if is_so(ledger) or loop.time() > deadline:
                return ledger
        except psycopg.OperationalError:
            if loop.time() > deadline:
                raise
        await asyncio.sleep(0.25)


def check_page(page: OpenPage, ledger: Ledger, tally: Tally) -> list[str]:
    """Compare what a page received and shows with the database. Add to the tally, and return the differences."""
    theirs = meant_for(page, ledger)
    expected = {event.position: event for event in theirs}
    ids = [sighting.id for sighting in page.received]
    highest, disordered = 0, []
    for id_ in ids:
        if id_ < highest:
            disordered.append(id_)
        highest = max(highest, id_)
    found = {
        "lost": sorted(expected.keys() - set(ids)),
        "doubled": [id_ for id_, number in Counter(ids).items() if number > 1],
        "out of order": disordered,
        "not theirs": [id_ for id_ in ids if id_ not in expected] + _unfit(page),
        "shown differently from stored": _wrong_rows(page, ledger),
        "missed, no longer in the log": ["resync"] * page.resyncs,
    }
    tally.pages += 1
    tally.connects += page.connects
    tally.resyncs += page.resyncs
    tally.expected += len(expected)
    tally.seen += len(expected.keys() & set(ids))
    tally.lost += len(found["lost"])
    tally.doubled += len(found["doubled"])
    tally.disordered += len(found["out of order"])
    tally.foreign += len(found["not theirs"])
    tally.rows += len(page.rows)
    tally.wrong_rows += len(found["shown differently from stored"])
    tally.delays += [
        seen.at - expected[seen.id].recorded_at.timestamp() for seen in page.received if seen.id in expected
    ]
    return [f"{page.name}: {len(ids)} {what}: {ids[:MAX_SHOWN]}" for what, ids in found.items() if ids]


def meant_for(page: OpenPage, ledger: Ledger) -> list[Any]:
    """Return the events that a page must have received since it was opened."""
    return [event for event in ledger.events if (event.position or 0) > (page.began_at or 0) and _reaches(event, page)]


def _reaches(event: Any, page: OpenPage) -> bool:
    if event.reach == "everyone" or page.is_admin:
        return event.reach != "nobody"
    return event.reach == "customer_and_admins" and event.customer_id == page.person_id


def _unfit(page: OpenPage) -> list[int]:
    """Return the ids of events with a field that this page must not see."""
    return [
        sighting.id
        for sighting in page.received
        if sighting.type == STATUS_CHANGED and ("changedBy" in sighting.data) != page.is_admin
    ]


def _wrong_rows(page: OpenPage, ledger: Ledger) -> list[int]:
    """Return the lines that the page does not show, or shows differently from the database."""
    stored = {item.id: item for item in ledger.items if page.is_admin or item.customer_id == page.person_id}
    wrong = [id_ for id_, item in stored.items() if id_ not in page.rows or not _is_shown(page.rows[id_], item)]
    return wrong + sorted(page.rows.keys() - stored.keys())


def _is_shown(row: dict[str, Any], item: Any) -> bool:
    shown = [row[name] for name in ("status", "version", "orderedAt", "packedAt", "shippedAt", "deliveredAt")]
    times = [iso(at) for at in (item.ordered_at, item.packed_at, item.shipped_at, item.delivered_at)]
    return shown == [item.status, item.version, *times]


def late_at_the_end(ledger: Ledger, number: int) -> list[str]:
    """Return those of the last events that were published late, as only a sweep found them."""
    return [
        f"event {delivery.event_id} was published after {delivery.took}, with all processes running"
        for delivery in ledger.published[-number:]
        if delivery.took is None or delivery.took > FAST_ENOUGH
    ]


def check_log(log: Path) -> list[str]:
    """Return the unexpected errors that the relay and the web processes logged.

    These processes continue after an error. A Celery worker ends and is started again; :func:`check_healing` covers it.
    """
    lines = [line.partition(" | ") for line in log.read_text(errors="replace").splitlines()]
    own = [(name.strip(), text) for name, _, text in lines if re.match(r"(relay|web|api|realtime)\b", name)]
    return [
        f"{name}: {_last_of_traceback(own[number + 1 :]) if text.startswith('Traceback') else text[:500]}"
        for number, (name, text) in enumerate(own)
        if text.startswith("Traceback") or '"level": "error"' in text
    ]


def _last_of_traceback(lines: list[tuple[str, str]]) -> str:
    return next((text for _, text in lines if text and not text.startswith(" ")), "no further output")


def check_mails(mail_dir: Path, ledger: Ledger, *, most_copies: int) -> tuple[int, list[str]]:
    """Count the status mails, and return those that are missing, not due, or duplicated too often.

    A kill between the mail server's response and the commit causes a second copy with the same Message-ID. Of a deleted
    account, a closed order has no address, so no mail about it is due.
    """
    status_mails = {delivery.id: delivery for delivery in ledger.deliveries if delivery.consumer == "mail_status"}
    kept = Counter(
        number for path in mail_dir.glob("*.eml") for number in _deliveries_in(path) if number in status_mails
    )
    events = {event.id: event for event in ledger.events}
    anonymous = {item.id for item in ledger.items if item.is_anonymous}
    must, may = set(), set()
    for id_, delivery in status_mails.items():
        event = events[delivery.event_id]
        if event.data["itemId"] in anonymous:
            continue
        wanted = _wanted(ledger.history[event.data["itemId"]], event.data["version"], delivery.done_at)
        if wanted is not None:
            (must if wanted else may).add(id_)
    copies = {id_: number for id_, number in kept.items() if number > 1}
    return sum(kept.values()), [
        *(f"no mail for delivery {id_}" for id_ in sorted(must - kept.keys())),
        *(f"an unexpected mail for delivery {id_}" for id_ in sorted(kept.keys() - must - may)),
        *(
            f"{number} mails for delivery {id_}"
            for id_, number in copies.items()
            if sum(copies.values()) - len(copies) > most_copies
        ),
    ]


def _wanted(history: list[Any], version: int, done_at: datetime | None) -> bool | None:
    """Return True if a version must be mailed, False if it may be mailed because it was soon replaced, None if not."""
    until = next((step.at for step in history if step.version == version + 1), None)
    known = [SimpleNamespace(to_status=step.to_status, at=step.at) for step in history if step.version <= version]
    if not is_worth_mailing(known) or (until is not None and until - known[-1].at < STATUS_MAIL_DELAY):
        return None
    return until is None or (done_at is not None and until > done_at)


def _deliveries_in(path: Path) -> list[int]:
    """Return the delivery ids that a mail names."""
    mail = message_from_bytes(path.read_bytes(), policy=policy.default)
    own = re.match(r"<delivery-(\d+)@", mail["Message-ID"] or "")
    named = (mail["X-Swarna-Deliveries"] or "").split(",")
    return [int(number) for number in named if number.strip()] or ([int(own[1])] if own else [])
