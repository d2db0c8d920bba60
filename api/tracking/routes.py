"""The routes of tracking links."""

from typing import Annotated

from fastapi import Query, Request

from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.openapi.description import call
from api.tracking import service
from api.tracking.schemas import TrackedOrderOut, TrackingIn, TrackingOut

router = feature_router("orders")


@router.get("/track/", **call(refuses=(404,)))
async def track_order(database: Database, _: Granted, token: Annotated[str, Query()] = "") -> Success[TrackedOrderOut]:
    """Show the statuses of an order to anyone who has its link, without name, address, pieces or prices."""
    return Success(message="Order", data=await service.tracked(database, token))


@router.get("/order/tracking/", **call(refuses=(404,)))
async def show_tracking_link(
    database: Database, grant: Granted, order_id: Annotated[Id, Query(alias="orderId")]
) -> Success[TrackingOut]:
    """Return the link by which a shopper's order is followed without signing in."""
    return Success(message="Link", data=await service.link_of(database, grant, order_id))


@router.post("/order/tracking/", **call(TrackingIn, refuses=(404,)))
async def change_tracking_link(request: Request, database: Database, grant: Granted) -> Success[TrackingOut]:
    """End the link of a shopper's order, which closes the pages that it opened, or share the order by a new one."""
    wanted = await read_body(request, TrackingIn)
    return Success(message="Link changed", data=await service.share(database, grant, wanted))
