"""The routes of the packing screen.

It reads and changes orders, statuses, HUIDs and couriers through their own routes.
"""

from typing import Annotated

from fastapi import Query

from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.schema_types import SearchTerm
from api.openapi.description import call
from api.packing.schemas import OrderIds, PieceToPackOut, ScanOut
from shop.huids.rules import read
from shop.packing import queries

router = feature_router("orders")


@router.get("/order/packing/", **call())
async def list_pieces_to_pack(
    database: Database, _: Granted, order_ids: Annotated[OrderIds, Query(alias="orderIds")]
) -> Success[list[PieceToPackOut]]:
    """List the items of up to 100 orders with the code and the bin of their product, which orders do not store."""
    rows = await database.execute(queries.pieces_of([int(number) for number in order_ids.split(",")]))
    return Success(message="Pieces", data=[PieceToPackOut.model_validate(row) for row in rows])


@router.get("/order/packing/scan/", **call())
async def find_scan(
    database: Database, _: Granted, text: Annotated[Annotated[str, SearchTerm(60)], Query()]
) -> Success[ScanOut]:
    """Identify a scanned text that is not exactly the code of a piece of the order being packed.

    It is the code of a product, or the HUID of a piece of another order. A product's code goes first, and an exact code
    before one that differs in capitals, blanks or hyphens.
    """
    product = (await database.execute(queries.product_with_code(text))).one_or_none()
    if product is not None:
        return Success(message="Scan", data=ScanOut(product_code=product.code, product_name=product.name))
    huid = read(text)
    line = (await database.execute(queries.line_with_huid(huid))).one_or_none() if huid else None
    if line is None:
        return Success(message="Scan", data=ScanOut())
    return Success(
        message="Scan", data=ScanOut(product_name=line.product_name, order_id=line.order_id, item_id=line.item_id)
    )
