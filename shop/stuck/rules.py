"""The rules by which an order is stuck: a step of it takes longer than it should."""

import datetime as dt
from enum import StrEnum

from shop.clock import INDIA
from shop.stuck.settings import StuckSettings

REPORT_HOUR = 9
"""The hour in India at which the report of stuck orders is mailed."""


class StuckRule(StrEnum):
    """The kinds of waits: an ordered or packed item, a claimed payment, a requested return, or a due refund."""

    ORDERED = "ordered"
    CLAIMED = "claimed"
    PACKED = "packed"
    RETURN = "return"
    REFUND = "refund"


def hours_of(rule: StuckRule, settings: StuckSettings) -> float | None:
    """Return the hours after which an order is stuck by this rule; None if it is stuck at once."""
    return {
        StuckRule.ORDERED: settings.stuck_ordered_hours,
        StuckRule.CLAIMED: settings.stuck_claimed_hours,
        StuckRule.PACKED: settings.stuck_packed_hours,
        StuckRule.RETURN: settings.stuck_return_hours,
        StuckRule.REFUND: None,
    }[rule]


def since(rule: StuckRule, settings: StuckSettings, at: dt.datetime) -> dt.datetime:
    """Return the latest time at which the wait must have begun for an order to be stuck at ``at``."""
    return at - dt.timedelta(hours=hours_of(rule, settings) or 0)


def report_day(at: dt.datetime) -> dt.date | None:
    """Return the day whose report is due at ``at``; None before 9 in the morning in India."""
    local = at.astimezone(INDIA)
    return local.date() if local.hour >= REPORT_HOUR else None
