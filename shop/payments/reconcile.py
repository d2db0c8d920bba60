"""Ask the provider about open links and refunds, and apply the reports. Workers and the ``shop`` command use it."""

import datetime as dt
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, select, update

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


def apply(connection: Connection, report: Report, at: dt.datetime) -> None:
    """Apply a report within the caller's transaction."""
    [links] = send(connection, online.find(report))
    if not links:
        send(connection, online.unknown_link(report, at))
        return
    rows = send(connection, *online.load_locked(links[0].order_id, report.payment_id))
    if statements := online.follow(online.loaded(links[0], rows), report, at):
        send(connection, *statements)


def apply_refund(connection: Connection, said: Refund, at: dt.datetime) -> None:
    """Apply a report about a refund within the caller's transaction."""
    [found] = send(connection, refunds.find(said.id))
    if not found:
        if statements := refunds.unknown(said, at):
            send(connection, *statements)
        return
    *_, [payment], [row] = send(connection, *refunds.load_locked(found[0].order_id, said.id))
    if statements := refunds.follow(row, writes.state_of(payment), said, at):
        send(connection, *statements)


def ask(engine: Engine, *, unheard_for: dt.timedelta, batch: int = BATCH) -> Summary:
    """Ask for a batch of open links and pending refunds without a recent report.

    :raises ProviderAway: if the provider does not respond.
    """
    asked = Summary()
    for link_id in _unheard(engine, PaymentLink, "open", now() - unheard_for, batch):
        reports = []
        with suppress(ProviderRefused):
            reports = provider.fetch_link(link_id)
        with engine.begin() as connection:
            connection.execute(update(PaymentLink).where(PaymentLink.id == link_id).values(asked_at=now()))
            for report in reports:
                apply(connection, report, now())
        asked.links += 1
        asked.reports += len(reports)
    for refund_id in _unheard(engine, PaymentRefund, "pending", now() - unheard_for, batch):
        with engine.begin() as connection:
            connection.execute(update(PaymentRefund).where(PaymentRefund.id == refund_id).values(asked_at=now()))
        with suppress(ProviderRefused):
            said = provider.fetch_refund(refund_id)
            with engine.begin() as connection:
                apply_refund(connection, said, now())
        asked.refunds += 1
    return asked


def _unheard(
    engine: Engine, table: type[PaymentLink | PaymentRefund], status: str, before: dt.datetime, batch: int
) -> list[str]:
    """Return the ids whose last report is the oldest."""
    with engine.connect() as connection:
        unheard = select(table.id).where(table.status == status, table.asked_at <= before)
        return list(connection.scalars(unheard.order_by(table.asked_at).limit(batch)))
