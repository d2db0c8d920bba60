"""The PAN of an order, for staff. It is masked, except for an admin who enters their password again."""

from typing import Annotated

from fastapi import Query, Request

from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.openapi.description import call
from api.pan import service
from api.pan.schemas import PanIn, PanOut, RevealIn, WholePanOut

router = feature_router("orders")


@router.get("/order/pan/", **call(refuses=(404,)))
async def show_pan(database: Database, _: Granted, order_id: Annotated[Id, Query(alias="orderId")]) -> Success[PanOut]:
    """Return whether an order needs its buyer's PAN, and the masked PAN if it has one."""
    return Success(message="PAN", data=await service.show(database, order_id))


@router.post("/order/pan/?flag=reveal", **call(RevealIn, refuses=(404, 409, 429)))
async def reveal_pan(request: Request, database: Database, grant: Granted) -> Success[WholePanOut]:
    """Return the full PAN to an admin who enters their password again. The audit records the admin."""
    wanted = await read_body(request, RevealIn)
    return Success(message="PAN", data=await service.reveal(database, request, wanted, grant.admin))


@router.post("/order/pan/", **call(PanIn, refuses=(404, 409)))
async def add_pan(request: Request, database: Database, _: Granted) -> Success[PanOut]:
    """Store the PAN of an order that needs one and has none. Its buyer has given it to staff."""
    return Success(message="PAN stored", data=await service.add(database, await read_body(request, PanIn)))
