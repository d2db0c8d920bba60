"""Stuck orders, on the wire."""

from api.http.base_schemas import Out
from api.http.date_types import Time
from shop.stuck.rules import StuckRule


class StuckOut(Out):
    """The number of orders stuck by a rule, since when the first is, and the rule's hours; null for at once."""

    rule: StuckRule
    hours: float | None
    orders: int
    oldest: Time | None
