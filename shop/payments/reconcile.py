"""Ask the provider about open links and refunds, and apply the reports. Workers and the ``shop`` command use it."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import psycopg
from psycopg.errors import LockNotAvailable
from sqlalchemy import Connection, Engine, select, update
from sqlalchemy.exc import OperationalError

from shop.clock import now
from shop.db.query import send
from shop.payments import online, provider, refunds, writes
from shop.payments.model import PaymentLink, PaymentRefund
from shop.payments.provider import ProviderAway, ProviderRefused, Refund, Report

BATCH = 20
T = TypeVar("T")
Table = type[PaymentLink] | type[PaymentRefund]


@dataclass
class Summary:
    """How many links and refunds were asked for, and how many reports of payments were received."""

    links: int = 0
    reports: int = 0
    refunds: int = 0
    locked: list[int] = field(default_factory=list)
    """The orders that were skipped, because other transactions had locked them."""
    unanswered: list[int] = field(default_factory=list)
    """The orders for which the provider did not respond, although it responded for others."""
    refused: dict[str, str] = field(default_factory=dict)
    """The links and refunds for which the provider refused the request, with its message."""


def apply(connection: Connection, report: Report, at: dt.datetime) -> None:
    """Apply a report within the caller's transaction."""
    [links] = send(connection, online.find(report))
    if not links:
        send(connection, online.unknown_link(report, at))
        return
    rows = send(connection, *online.load_locked(links[0].order_id, report.payment_id))
    if statements := online.apply_report(links[0], rows, report, at):
        send(connection, *statements)


def apply_refund(connection: Connection, report: Refund, at: dt.datetime) -> None:
    """Apply a report about a refund within the caller's transaction."""
    [found] = send(connection, refunds.find(report.id, report.key))
    if not found:
        if statements := refunds.unknown(report, at):
            send(connection, *statements)
        return
    *_, [payment], [row] = send(connection, *refunds.load_locked(found[0].order_id, found[0].id))
    if statements := refunds.apply_report(writes.state_of(payment), report, known=row.status, amount=row.amount, at=at):
        send(connection, *statements)


def ask(engine: Engine, *, unheard_for: dt.timedelta, batch: int = BATCH) -> Summary:
    """Ask for a batch of open links and pending refunds without a recent report. Skip an order that stays locked.

    The time of the request is stored in the transaction that applies the report. It is also stored if the provider does
    not respond about one but responds about others, so that the first does not delay them.

    :raises ProviderAway: if the provider responds to none, or not to two in a row.
    """
    asked, before = Summary(), now() - unheard_for
    inquiry = _Inquiry(engine, asked)
    for link_id, order_id in _unheard(engine, PaymentLink, "open", before, batch):
        asked.links += 1
        reports = inquiry.answer(provider.fetch_link, PaymentLink, link_id, order_id)
        if reports is None:
            continue
        with _skip_if_locked(order_id, asked):
            with engine.begin() as connection:
                for report in reports:
                    apply(connection, report, now())
                _note_asked(connection, PaymentLink, link_id)
            asked.reports += len(reports)
    for refund_id, order_id in _unheard(engine, PaymentRefund, "pending", before, batch):
        asked.refunds += 1
        refund = inquiry.answer(provider.fetch_refund, PaymentRefund, refund_id, order_id)
        if refund is None:
            continue
        with _skip_if_locked(order_id, asked), engine.begin() as connection:
            apply_refund(connection, refund, now())
            _note_asked(connection, PaymentRefund, refund_id)
    inquiry.end()
    return asked


class _Inquiry:
    """Distinguishes a provider that fails for one link or refund from a provider that does not respond at all."""

    def __init__(self, engine: Engine, asked: Summary) -> None:
        self._engine = engine
        self._asked = asked
        self._missing: tuple[ProviderAway, Table, str, int] | None = None
        """The error of the last request, and the link or refund that it was about."""
        self._has_any = False

    def answer(self, fetch: Callable[[str], T], table: Table, id_: str, order_id: int) -> T | None:
        """Return the provider's report about a link or refund; None if it did not respond or refused."""
        answer = None
        try:
            answer = fetch(id_)
        except ProviderAway as error:
            if self._missing:
                raise
            self._missing = error, table, id_, order_id
            return None
        except ProviderRefused as error:
            self._asked.refused[id_] = error.reason
            self._note(table, id_, order_id)
        self._has_any = True
        self._note_missing()
        return answer

    def end(self) -> None:
        """Raise the error of the last request if the provider has responded to none."""
        if self._missing and not self._has_any:
            raise self._missing[0]
        self._note_missing()

    def _note_missing(self) -> None:
        if self._missing:
            _, table, id_, order_id = self._missing
            self._missing = None
            self._asked.unanswered.append(order_id)
            self._note(table, id_, order_id)

    def _note(self, table: Table, id_: str, order_id: int) -> None:
        with _skip_if_locked(order_id, self._asked), self._engine.begin() as connection:
            _note_asked(connection, table, id_)


def _note_asked(connection: Connection, table: Table, id_: str) -> None:
    connection.execute(update(table).where(table.id == id_).values(asked_at=now()))


@contextmanager
def _skip_if_locked(order_id: int, asked: Summary) -> Iterator[None]:
    try:
        yield
    except (OperationalError, psycopg.OperationalError) as error:
        if not isinstance(getattr(error, "orig", error), LockNotAvailable):
            raise
        asked.locked.append(order_id)


def _unheard(engine: Engine, table: Table, status: str, before: dt.datetime, batch: int) -> list[tuple[str, int]]:
    """Return the ids with the oldest request or report, with their orders."""
    with engine.connect() as connection:
        unheard = select(table.id, table.order_id).where(table.status == status, table.asked_at <= before)
        return [(row.id, row.order_id) for row in connection.execute(unheard.order_by(table.asked_at).limit(batch))]
