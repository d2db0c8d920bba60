"""Ask the provider about open links and refunds, and apply the reports. Workers and the ``shop`` command use it."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import psycopg
from psycopg.errors import LockNotAvailable
from sqlalchemy import Connection, Engine, select, update
from sqlalchemy.exc import OperationalError

from shop.clock import now
from shop.events.leasing import send
from shop.payments import online, provider, refunds, writes
from shop.payments.model import PaymentLink, PaymentRefund
from shop.payments.provider import ProviderRefused, Refund, Report

BATCH = 20


@dataclass
class Summary:
    """How many links and refunds were asked for, and how many reports of payments were received."""

    links: int = 0
    reports: int = 0
    refunds: int = 0
    locked: list[int] = field(default_factory=list)
    """The orders that were skipped, because other transactions had locked them."""


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

    :raises ProviderAway: if the provider does not respond.
    """
    asked = Summary()
    for link_id, order_id in _unheard(engine, PaymentLink, "open", now() - unheard_for, batch):
        reports = []
        with suppress(ProviderRefused):
            reports = provider.fetch_link(link_id)
        with _skip_if_locked(order_id, asked):
            with engine.begin() as connection:
                connection.execute(update(PaymentLink).where(PaymentLink.id == link_id).values(asked_at=now()))
                for report in reports:
                    apply(connection, report, now())
            asked.reports += len(reports)
        asked.links += 1
    for refund_id, order_id in _unheard(engine, PaymentRefund, "pending", now() - unheard_for, batch):
        with _skip_if_locked(order_id, asked), suppress(ProviderRefused):
            with engine.begin() as connection:
                connection.execute(update(PaymentRefund).where(PaymentRefund.id == refund_id).values(asked_at=now()))
            said = provider.fetch_refund(refund_id)
            with engine.begin() as connection:
                apply_refund(connection, said, now())
        asked.refunds += 1
    return asked


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
) -> list[tuple[str, int]]:
    """Return the ids whose last report is the oldest, with their orders."""
    with engine.connect() as connection:
        unheard = select(table.id, table.order_id).where(table.status == status, table.asked_at <= before)
        return [(row.id, row.order_id) for row in connection.execute(unheard.order_by(table.asked_at).limit(batch))]
