"""Queue the report of stuck orders once a day, and read its content."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from shop.events import outbox
from shop.staff.queries import active_with
from shop.staff.roles import Roles, StaffRole
from shop.stuck import queries
from shop.stuck.events import StuckReportDue
from shop.stuck.rules import StuckRule, hours_of, since
from shop.stuck.settings import StuckSettings

MAX_LISTED = 20
RECIPIENTS = Roles({StaffRole.OWNER, StaffRole.ORDERS})
"""The roles of the staff who get the report, unless a setting names an address."""


@dataclass(frozen=True)
class StuckOrder:
    """An order that is stuck since ``at``; ``amount`` is the claimed, owed or ordered amount in rupees."""

    id: int
    customer: str
    amount: Decimal
    at: dt.datetime


@dataclass(frozen=True)
class StuckPart:
    """The orders that are stuck by one rule: their number, and the first ones for the report."""

    rule: StuckRule
    hours: float | None
    count: int
    orders: list[StuckOrder]


def parameters(settings: StuckSettings, at: dt.datetime) -> dict[str, dt.datetime]:
    """Return the parameters of the queries of orders that are stuck at ``at``."""
    return {f"stuck_{rule.value}": since(rule, settings, at) for rule in StuckRule}


def queue_report(session: Session, day: dt.date, settings: StuckSettings, *, at: dt.datetime) -> bool:
    """Record an event for each recipient of a day's report. Return False if that was done before."""
    if session.execute(queries.claim_report(), {"day": day, "at": at}).one_or_none() is None:
        return False
    recipients: list[int | None] = [None] if settings.stuck_mail_to else list(session.scalars(active_with(RECIPIENTS)))
    for admin_id in recipients:
        outbox.record_sync(session, StuckReportDue(day=day, admin_id=admin_id), at=at)
    return True


def count_orders(session: Session, settings: StuckSettings, at: dt.datetime) -> int:
    """Return how many orders are stuck at ``at``. One that is stuck by several rules counts once."""
    return session.execute(queries.ORDERS_COUNT, parameters(settings, at)).scalar_one()


def read_report(session: Session, settings: StuckSettings, at: dt.datetime) -> list[StuckPart]:
    """Return the orders that are stuck at ``at``, by rule. Rules without an order are left out."""
    values: dict[str, Any] = parameters(settings, at)
    counts = {row.rule: row.orders for row in session.execute(queries.COUNTS, values)}
    return [
        StuckPart(
            rule,
            hours_of(rule, settings),
            counts[rule.value],
            [StuckOrder(*row) for row in session.execute(queries.listed(rule, limit=MAX_LISTED), values)],
        )
        for rule in StuckRule
        if counts[rule.value]
    ]
