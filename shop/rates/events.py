"""What happens to the price of gold."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from shop.events.event import Event
from shop.events.model import Reach
from shop.numbers import plain_number
from shop.rates.model import GoldRate

Change = Literal["added", "updated", "deleted", "in force"]


def written(rate: GoldRate | None) -> dict[str, Any]:
    """Return a rate as the wire has it, in rupees a gram; every field is None where there is none."""
    if rate is None:
        return {"id": None, "r22kRate": None, "r24kRate": None, "date": None}
    return {
        "id": rate.id,
        "r22kRate": plain_number(rate.r22k),
        "r24kRate": plain_number(rate.r24k),
        "date": f"{rate.date}",
    }


@dataclass(frozen=True, kw_only=True)
class GoldRateChanged(Event):
    """A rate was added, updated or deleted, or has come into force by its date.

    ``rate`` is the one now in force, ``changed`` the one it happened to, ``repriced`` how many products on sale cost
    something else since. The catalogue is repriced when this is recorded.
    """

    type: ClassVar[str] = "gold_rate.changed"
    reach: ClassVar[Reach] = Reach.EVERYONE

    rate: dict[str, Any]
    change: Change
    changed: dict[str, Any]
    repriced: int

    @property
    def aggregate(self) -> str:
        return "gold_rate"

    def data(self) -> dict[str, Any]:
        return self.rate | {"change": self.change, "changed": self.changed, "repriced": self.repriced}
