"""The routes of couriers, tracking numbers and estimates of deliveries."""

from typing import Annotated

from fastapi import Query, Request

from api.auth.policy import Granted
from api.db.session import Database, retrying
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.openapi.description import call
from api.shipping import service
from api.shipping.schemas import (
    DeliveryEstimateOut,
    ItemShipmentOut,
    PinCode,
    ShipmentChoiceOut,
    ShipmentIn,
    ShipmentOut,
)
from shop.clock import now
from shop.shipping import queries
from shop.shipping.pin_codes import estimate_of
from shop.shipping.settings import couriers, pin_codes

router = feature_router("orders")


@router.get("/order/shipment/", **call())
async def show_shipment_choice(
    database: Database, _: Granted, item_id: Annotated[Id, Query(alias="itemId")]
) -> Success[ShipmentChoiceOut]:
    """List the couriers that the shop uses, and the earlier couriers and tracking numbers of an order item."""
    changes = await database.scalars(queries.changes_of(item_id))
    history = [ItemShipmentOut.model_validate(change) for change in changes]
    return Success(message="Couriers", data=ShipmentChoiceOut(couriers=list(couriers()), history=history))


@router.post("/order/shipment/", **call(ShipmentIn, refuses=(404, 409)))
async def set_shipment(request: Request, database: Database, grant: Granted) -> Success[ShipmentOut]:
    """Set courier and tracking number of a packed order item. With a 409, ``data`` has the current ones."""
    wanted = await read_body(request, ShipmentIn)
    changed = await retrying(database, lambda: service.set_shipment(database, wanted, grant.admin))
    return Success(message="Courier saved", data=changed)


@router.get("/delivery/", **call())
async def estimate_delivery(
    _: Granted, pin_code: Annotated[PinCode, Query(alias="pincode")]
) -> Success[DeliveryEstimateOut]:
    """Return whether the shop delivers to a pin code, and when an order that is placed now would arrive."""
    estimate = estimate_of(pin_codes(), pin_code)
    earliest, latest = estimate.window(now()) if estimate else (None, None)
    answer = DeliveryEstimateOut(pin_code=pin_code, is_delivered=estimate is not None, earliest=earliest, latest=latest)
    return Success(message="Delivery", data=answer)
