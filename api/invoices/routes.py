"""The route of tax invoices and credit notes."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import select

from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.schema_types import Id
from api.invoices.schemas import InvoiceOut
from api.openapi.description import call
from shop.errors import NotFound
from shop.invoices import queries
from shop.orders.model import Order

router = feature_router("invoices")

_NO_ORDER = "There is no such order."


@router.get("/invoice/", **call(refuses=(404,)))
async def list_invoices(
    database: Database, grant: Granted, order_id: Annotated[Id, Query(alias="orderId")]
) -> Success[list[InvoiceOut]]:
    """List an order's tax invoice and then its credit notes, as they were issued; nothing where there is none yet."""
    customer_id = await database.scalar(select(Order.customer_id).where(Order.id == order_id))
    if customer_id is None:
        raise NotFound(_NO_ORDER)
    grant.check_owner(customer_id, _NO_ORDER)
    found = await database.scalars(queries.of_order(order_id))
    return Success(message="Invoices", data=[InvoiceOut.of(issued) for issued in found])
