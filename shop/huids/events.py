"""The event of HUIDs."""

import datetime as dt
from dataclasses import dataclass
from typing import ClassVar

from shop.orders.events import OrderEvent


@dataclass(frozen=True, kw_only=True)
class OrderHuidsChanged(OrderEvent):
    """HUIDs of an order line were entered, corrected or removed. The event has all current HUIDs of the line."""

    type: ClassVar[str] = "order.huids_changed"
    staff_fields: ClassVar[tuple[str, ...]] = ("changed_by",)

    item_id: int
    huids: list[str]
    huids_version: int
    changed_by: str
    at: dt.datetime
