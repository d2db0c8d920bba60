"""The routes of tax invoices and credit notes."""

from typing import Annotated

from fastapi import Query, Response
from sqlalchemy import select

from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.schema_types import Id
from api.invoices import service
from api.invoices.schemas import InvoiceOut
from api.openapi.description import call
from shop.errors import NotFound
from shop.invoices import files, queries
from shop.orders.model import Order

router = feature_router("invoices")

PDF = "application/pdf"
_NUMBER = r"^SWC?/[0-9]{2}-[0-9]{2}/[0-9]{6,9}$"
_NO_ORDER = "There is no such order."
_PDF = call(refuses=(404, 503))
_PDF["responses"][200] = {"content": {PDF: {"schema": {"type": "string", "format": "binary"}}}}


@router.get("/invoice/", **call(refuses=(404,)))
async def list_invoices(
    database: Database, grant: Granted, order_id: Annotated[Id, Query(alias="orderId")]
) -> Success[list[InvoiceOut]]:
    """List an order's tax invoice and then its credit notes, as they were issued; empty if there are none yet."""
    customer_id = await database.scalar(select(Order.customer_id).where(Order.id == order_id))
    if customer_id is None:
        raise NotFound(_NO_ORDER)
    grant.check_owner(customer_id, _NO_ORDER)
    found = (await database.scalars(queries.of_order(order_id))).all()
    pan = await service.pan_of(database, grant, found)
    return Success(message="Invoices", data=[InvoiceOut.of(issued, pan) for issued in found])


@router.get("/invoice/pdf/", response_class=Response, **_PDF)
async def download_invoice(
    database: Database, grant: Granted, number: Annotated[str, Query(max_length=20, pattern=_NUMBER)]
) -> Response:
    """Return the PDF of a tax invoice or a credit note, as a file to keep.

    While a worker makes it, the response is 503 with `Retry-After`.
    """
    content = await service.read_pdf(database, grant, number)
    headers = {"Content-Disposition": f'attachment; filename="{files.name_of(number)}.pdf"'}
    return Response(content, media_type=PDF, headers=headers)
