"""Events of gold rates."""

import datetime as dt
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from shop.events.event import Event
from shop.events.model import Audience
from shop.rates.model import GoldRate
from shop.text.json_numbers import plain_number

Change = Literal["added", "updated", "deleted", "in force"]


def rate_to_json(rate: GoldRate | None) -> dict[str, Any]:
    """Return a rate's JSON for events, in rupees a gram. Without a rate, every field is None."""
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
    """A rate was added, updated or deleted, or came into force on its date.

    ``rate`` is the rate in force now, ``changed`` the changed rate, ``repriced`` the number of products whose price
    changed. The listing is repriced in the transaction that records this event.
    """

    type: ClassVar[str] = "gold_rate.changed"
    audience: ClassVar[Audience] = Audience.EVERYONE
    aggregate_key: ClassVar[str] = "gold_rate"

    rate: dict[str, Any]
    change: Change
    changed: dict[str, Any]
    repriced: int

    def data(self) -> dict[str, Any]:
        return self.rate | {"change": self.change, "changed": self.changed, "repriced": self.repriced}


@dataclass(frozen=True, kw_only=True)
class ScheduledRateChanged(GoldRateChanged):
    """A change of a scheduled rate, whose date is in the future. Only staff receive it."""

    audience: ClassVar[Audience] = Audience.ADMINS


def events_of_change(
    current: GoldRate | None, change: Change, rate: GoldRate, *, before: dt.date, day: dt.date, repriced: int
) -> list[GoldRateChanged]:
    """Return the events of a change. Only staff receive a rate before its date.

    :param current: the rate in force after the change.
    :param before: the date that ``rate`` had before the change.
    :param day: the shop's day.
    """
    in_force, changed = rate_to_json(current), rate_to_json(rate)
    if rate.date <= day:
        return [GoldRateChanged(rate=in_force, change=change, changed=changed, repriced=repriced)]
    for_staff = ScheduledRateChanged(rate=in_force, change=change, changed=changed, repriced=repriced)
    if before > day:
        return [for_staff]
    # The rate was in force or past, and is scheduled now. Everyone receives the rate in force, but not the new date.
    return [GoldRateChanged(rate=in_force, change="in force", changed=in_force, repriced=repriced), for_staff]
