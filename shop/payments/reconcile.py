"""Ask the provider about open links and refunds, and apply the reports. Workers and the ``shop`` command use it."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import psycopg
from psycopg.errors import LockNotAvailable
from sqlalchemy import Connection, Engine, select, update
from sqlalchemy.exc import OperationalError

from shop.clock import now
from shop.events.leasing import send
from shop.payments import online, provider, refunds, writes
from shop.payments.model import PaymentLink, PaymentRefund
from shop.payments.provider import ProviderAway, ProviderRefused, Refund, Report

BATCH = 20


@dataclass
class Summary:
    """How many links and refunds were asked for, and how many reports of payments were received."""

    links: int = 0
    reports: int = 0
    refunds: int = 0
    locked: list[int] = field(default_factory=list)
    """The orders that were skipped, because other transactions had locked them."""
    unanswered: list[int] = field(default_factory=list)
    """The orders about which the provider gave no answer, although it answered about others."""
    refused: dict[str, ProviderRefused] = field(default_factory=dict)
    """The links and refunds about which the provider refused to answer."""

    @property
    def key_refusal(self) -> ProviderRefused | None:
        """The last refusal if the provider refused the shop's key whatever was asked."""
        refusals = [error for error in self.refused.values() if error.is_of_key]
        return refusals[-1] if refusals and len(refusals) == self.links + self.refunds else None


def apply(connection: Connection, report: Report, at: dt.datetime) -> None:
    """Apply a report within the caller's transaction."""
    [links] = send(connection, online.find(report))
    if not links:
        send(connection, online.unknown_link(report, at))
        return
    rows = send(connection, *online.load_locked(links[0].order_id, report.payment_id))
    if statements := online.follow(links[0], rows, report, at):
        send(connection, *statements)


def apply_refund(connection: Connection, said: Refund, at: dt.datetime) -> None:
    """Apply a report about a refund within the caller's transaction."""
    [found] = send(connection, refunds.find(said.id, said.key))
    if not found:
        if statements := refunds.unknown(said, at):
            send(connection, *statements)
        return
    *_, [payment], [row] = send(connection, *refunds.load_locked(found[0].order_id, found[0].id))
    if statements := refunds.follow(writes.state_of(payment), said, known=row.status, amount=row.amount, at=at):
        send(connection, *statements)


def ask(engine: Engine, *, unheard_for: dt.timedelta, batch: int = BATCH) -> Summary:
    """Ask for a batch of open links and pending refunds without a recent report. Skip an order that stays locked.

    Each is noted as asked before its request, so that one without an answer does not delay the others. It is not noted
    if the provider refuses the shop's key, so that the alert fires.

    :raises ProviderAway: if the provider responds to none, or not to two in a row.
    """
    asked, before = Summary(), now() - unheard_for
    answers = _Answers(asked)
    for link_id, order_id, asked_at in _unheard(engine, PaymentLink, "open", before, batch):
        with (
            _skip_if_locked(order_id, asked),
            answers.expected(link_id, order_id),
            _noted_as_asked(engine, PaymentLink, link_id, asked_at),
        ):
            reports = provider.fetch_link(link_id)
            with engine.begin() as connection:
                for report in reports:
                    apply(connection, report, now())
            asked.reports += len(reports)
        asked.links += 1
    for refund_id, order_id, asked_at in _unheard(engine, PaymentRefund, "pending", before, batch):
        with (
            _skip_if_locked(order_id, asked),
            answers.expected(refund_id, order_id),
            _noted_as_asked(engine, PaymentRefund, refund_id, asked_at),
        ):
            said = provider.fetch_refund(refund_id)
            with engine.begin() as connection:
                apply_refund(connection, said, now())
        asked.refunds += 1
    answers.check()
    return asked


class _Answers:
    """Distinguishes a provider that cannot answer about one link or refund from one that does not respond."""

    def __init__(self, asked: Summary) -> None:
        self._asked = asked
        self._missing: ProviderAway | None = None
        """The failure of the last request."""
        self._has_any = False

    @contextmanager
    def expected(self, id_: str, order_id: int) -> Iterator[None]:
        try:
            yield
        except ProviderAway as error:
            if self._missing:
                raise
            self._missing = error
            self._asked.unanswered.append(order_id)
            return
        except ProviderRefused as error:
            self._asked.refused[id_] = error
        self._missing, self._has_any = None, True

    def check(self) -> None:
        if self._missing and not self._has_any:
            raise self._missing


@contextmanager
def _noted_as_asked(
    engine: Engine, table: type[PaymentLink | PaymentRefund], id_: str, asked_before: dt.datetime
) -> Iterator[None]:
    _note(engine, table, id_, now())
    try:
        yield
    except ProviderRefused as error:
        if error.is_of_key:
            _note(engine, table, id_, asked_before)
        raise


def _note(engine: Engine, table: type[PaymentLink | PaymentRefund], id_: str, asked_at: dt.datetime) -> None:
    with engine.begin() as connection:
        connection.execute(update(table).where(table.id == id_).values(asked_at=asked_at))


@contextmanager
def _skip_if_locked(order_id: int, asked: Summary) -> Iterator[None]:
    try:
        yield
    except (OperationalError, psycopg.OperationalError) as error:
        if not isinstance(getattr(error, "orig", error), LockNotAvailable):
            raise
        asked.locked.append(order_id)


def _unheard(
    engine: Engine, table: type[PaymentLink | PaymentRefund], status: str, before: dt.datetime, batch: int
) -> list[tuple[str, int, dt.datetime]]:
    """Return the ids about which nothing was asked or reported for longest, with their orders, and since when."""
    with engine.connect() as connection:
        unheard = select(table.id, table.order_id, table.asked_at).where(
            table.status == status, table.asked_at <= before
        )
        rows = connection.execute(unheard.order_by(table.asked_at).limit(batch))
        return [(row.id, row.order_id, row.asked_at) for row in rows]
