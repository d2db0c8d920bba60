"""What is stuck, on the wire."""

from api.http.base_schemas import Out
from api.http.date_types import Time
from shop.stuck.rules import StuckRule


class StuckOut(Out):
    """How many orders are stuck by a rule, since when the oldest is, and after how many hours; null: at once."""

    rule: StuckRule
    hours: float | None
    orders: int
    oldest: Time | None
