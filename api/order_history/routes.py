"""The route of an order's history, for staff."""

from typing import Annotated

from fastapi import Query

from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.schema_types import Id
from api.openapi.description import call
from api.order_history import service
from api.order_history.schemas import OrderHistoryOut

router = feature_router("orders")


@router.get("/order/history/", **call(refuses=(404,)))
async def show_order_history(
    database: Database, _: Granted, order_id: Annotated[Id, Query(alias="orderId")]
) -> Success[OrderHistoryOut]:
    """Show to whom an order was assigned, its couriers and tracking numbers, and the mails about it.

    The statuses are with the items of ``GET /order/?id={id}``, the entries of the payment at ``GET /payment/``.
    """
    return Success(message="History", data=await service.show(database, order_id))
