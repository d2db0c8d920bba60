"""Ask the provider what has become of open links, and write what follows: for workers and the ``shop`` command."""

import datetime as dt
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, select, update

from shop.clock import now
from shop.events.leasing import send
from shop.payments import online, provider
from shop.payments.model import PaymentLink
from shop.payments.provider import ProviderRefused, Report

BATCH = 20


@dataclass
class Summary:
    """How many links were asked for, and how many reports of payments came back."""

    links: int = 0
    reports: int = 0


def apply(connection: Connection, report: Report, at: dt.datetime) -> None:
    """Write what follows from a report, in the transaction of the caller."""
    [links] = send(connection, online.find(report))
    if not links:
        send(connection, online.unknown_link(report, at))
        return
    rows = send(connection, *online.load_locked(links[0].order_id, report.payment_id))
    if statements := online.follow(online.loaded(links[0], rows), report, at):
        send(connection, *statements)


def ask(engine: Engine, *, unheard_for: dt.timedelta, batch: int = BATCH) -> Summary:
    """Ask for a batch of open links of which nothing was heard for some time.

    :raises ProviderAway: where the provider gives no answer.
    """
    asked = Summary()
    with engine.connect() as connection:
        unheard = select(PaymentLink.id).where(
            PaymentLink.status == "open", PaymentLink.asked_at <= now() - unheard_for
        )
        link_ids = list(connection.scalars(unheard.order_by(PaymentLink.asked_at).limit(batch)))
    for link_id in link_ids:
        try:
            reports = provider.fetch_link(link_id)
        except ProviderRefused:
            reports = []
        with engine.begin() as connection:
            connection.execute(update(PaymentLink).where(PaymentLink.id == link_id).values(asked_at=now()))
            for report in reports:
                apply(connection, report, now())
        asked.links += 1
        asked.reports += len(reports)
    return asked
