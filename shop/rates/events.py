"""What happens to the price of gold."""

import datetime as dt
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
    """A rate was added, updated or deleted, or has come into force by its date; all of it is in the open.

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


@dataclass(frozen=True, kw_only=True)
class ScheduledRateChanged(GoldRateChanged):
    """The same of a rate whose day is still to come: staff alone hear of it."""

    reach: ClassVar[Reach] = Reach.ADMINS


def changes_told(
    held: GoldRate | None, change: Change, rate: GoldRate, *, before: dt.date, day: dt.date, repriced: int
) -> list[GoldRateChanged]:
    """Return the events of a change, so that nobody but staff learns of a rate before its day.

    :param held: the rate in force after it.
    :param before: the date that ``rate`` had before.
    :param day: the shop's day.
    """
    in_force, changed = written(held), written(rate)
    if rate.date <= day:
        return [GoldRateChanged(rate=in_force, change=change, changed=changed, repriced=repriced)]
    for_staff = ScheduledRateChanged(rate=in_force, change=change, changed=changed, repriced=repriced)
    if before > day:
        return [for_staff]
    # A rate that was in force or past is put off: everyone hears which one is in force, and not of the new date.
    return [GoldRateChanged(rate=in_force, change="in force", changed=in_force, repriced=repriced), for_staff]
