"""Couriers, tracking numbers and estimates of deliveries on the wire."""

import datetime as dt
from typing import Annotated

from pydantic import AfterValidator, Field

from api.http.base_schemas import In, Out
from api.http.date_types import Time
from api.http.schema_types import Id, RequiredText, Version
from shop.shipping import rules
from shop.shipping.pin_codes import NO_PIN_CODE, PIN_CODE, read_pin_code


def _read_number(text: str) -> str:
    number = rules.read_number(text)
    if number is None:
        raise ValueError(rules.NO_NUMBER)
    return number


def _read_pin_code(text: str) -> str:
    pin_code = read_pin_code(text)
    if pin_code is None:
        raise ValueError(NO_PIN_CODE)
    return pin_code


TrackingNumber = Annotated[
    str, AfterValidator(_read_number), Field(max_length=60, json_schema_extra={"pattern": rules.NUMBER_PATTERN})
]
MAX_ALSO = 99
PinCode = Annotated[str, AfterValidator(_read_pin_code), Field(json_schema_extra={"pattern": f"^{PIN_CODE.pattern}$"})]


class ShipmentItemIn(In):
    """An order item in the same parcel. ``version`` is its ``shipmentVersion`` as the caller saw it."""

    item_id: Id
    version: Version


class ShipmentIn(ShipmentItemIn):
    """Courier and tracking number of an order item; both null to remove them.

    ``alsoItems`` are further items of the order in the same parcel. If one of them is refused, none is changed.
    """

    courier: RequiredText | None
    tracking_number: TrackingNumber | None
    also_items: Annotated[list[ShipmentItemIn], Field(max_length=MAX_ALSO, default_factory=list)]


class ShipmentOut(Out):
    """Courier and number that an order item has now: the same as the event that open pages receive."""

    order_id: int
    item_id: int
    customer_id: int
    courier: str | None
    tracking_number: str | None
    tracking_url: str | None
    shipment_version: int
    at: Time
    changed_by: str


class ItemShipmentOut(Out):
    """Courier and number of an item since this version."""

    version: int
    courier: str | None
    tracking_number: str | None
    at: Time
    changed_by: str


class ShipmentChoiceOut(Out):
    """The couriers that the shop uses, and the item's earlier couriers and numbers, the newest first."""

    couriers: list[str]
    history: list[ItemShipmentOut]


class DeliveryEstimateOut(Out):
    """When an order that is placed now would be delivered; ``earliest`` and ``latest`` are null if it is not."""

    pin_code: str
    is_delivered: bool
    earliest: dt.date | None
    latest: dt.date | None
