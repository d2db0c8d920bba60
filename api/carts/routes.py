"""The routes of the cart."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from fastapi import Depends, Query, Request, Response
from sqlalchemy import Row, Select

from api.auth.policy import Granted
from api.carts import service
from api.carts.schemas import CartItemIn, CartItemOut, CartOut
from api.db.session import Database
from api.http.base_schemas import PageOf, Success
from api.http.csv_export import CsvExport
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.pagination import OffsetPage, RequestedPage
from api.http.request_bodies import check_same_id, read_body
from api.http.schema_types import Id, SearchText
from api.openapi.description import call
from api.rates.service import todays_rate
from shop.carts import queries
from shop.carts.queries import CartSort
from shop.customer_record.events import record_changed
from shop.customers.model import Customer
from shop.errors import Conflict

router = feature_router("cart")

EXPORT: CsvExport[Row[Customer, int, int, Decimal, dt.datetime]] = CsvExport(
    "carts",
    {
        "Customer id": lambda row: row[0].id,
        "Customer": lambda row: row[0].name,
        "Email": lambda row: row[0].email,
        "Phone": lambda row: row[0].phone,
        "Products": lambda row: row[1],
        "Pieces": lambda row: row[2],
        "Amount": lambda row: row[3],
        "Last added": lambda row: row[4],
    },
)


@router.get("/cart/", **call(refuses=(404,)))
async def show_cart(
    database: Database, grant: Granted, customer_id: Annotated[Id, Query(alias="custId")]
) -> list[CartItemOut]:
    """Show a shopper's cart, priced by today's rate. The response body is the list itself."""
    grant.check_owner(customer_id)
    return await service.items_of_customer(database, customer_id)


@dataclass(frozen=True)
class CartListQuery:
    """The filter and the sort order of the list of carts, for its pages and its file."""

    search: Annotated[SearchText, Query()] = ""
    sort: Annotated[CartSort, Query()] = CartSort.RECENT

    def select(self, gold_rate: Decimal) -> Select[Customer, int, int, Decimal, dt.datetime]:
        """Select the carts, with amounts at a rate in rupees a gram."""
        return queries.filled(self.search, self.sort, gold_rate)

    def select_page(self, gold_rate: Decimal, page: OffsetPage) -> Select[Customer, int, int, Decimal, dt.datetime]:
        """Select the carts of a page. Unless they are sorted by amount, no others are priced."""
        if self.sort in queries.AMOUNT_SORTS:
            return page.select(self.select(gold_rate))
        listed = page.select(queries.customer_ids(self.search, self.sort))
        return queries.filled("", self.sort, gold_rate).where(Customer.id.in_(listed))


RequestedCarts = Annotated[CartListQuery, Depends()]


@router.get("/cart/?flag=allCarts", **call())
async def list_carts(database: Database, _: Granted, query: RequestedCarts, page: RequestedPage) -> PageOf[CartOut]:
    """List the carts that are not empty, one for each customer."""
    carts = query.select_page(await todays_rate(database), page)
    rows, next_cursor = page.split((await database.execute(carts)).all())
    return PageOf(message="Carts", data=[CartOut.of(*row) for row in rows], next_cursor=next_cursor)


@router.get("/cart/?flag=csv", **call(csv=True))
async def export_carts(database: Database, _: Granted, query: RequestedCarts) -> Response:
    """Return the whole list of carts as a CSV file."""
    return EXPORT.respond(database, query.select(await todays_rate(database)))


@router.post("/cart/", response_model=Success[CartItemOut], **call(CartItemIn, refuses=(404, 409)))
async def add_to_cart(request: Request, database: Database, grant: Granted, idempotency: Idempotency) -> Response:
    """Add a product to the cart. If the cart has it already, the quantity is added, up to 10.

    A cart has at most 100 items. If ``restores`` has the id of a removed item, the item returns to its former position.
    """
    wanted = await read_body(request, CartItemIn)
    grant.check_owner(wanted.customer_id)

    async def add() -> CartItemOut:
        cart_id = await service.add_item(database, wanted)
        await record_changed(database, wanted.customer_id, "cart")
        return await service.find_item(database, cart_id)

    return await idempotency.run(database, "Product added to cart", add, wanted)


@router.post("/cart/?id={id}", **call(CartItemIn, refuses=(404, 409)))
async def change_cart_item(request: Request, database: Database, grant: Granted, id: Id) -> Success[CartItemOut]:
    """Set the quantity or the size of an item. An omitted one is not changed.

    If the cart has the product in that size already, the two become one item, which is returned.
    """
    wanted = await read_body(request, CartItemIn)
    grant.check_owner(wanted.customer_id)
    check_same_id(id, wanted.id)
    sets_size = "size" in wanted.model_fields_set
    item = await service.lock_item(database, grant, id, owner_id=wanted.customer_id if sets_size else None)
    if wanted.product_id != item.product_id:
        sentence = "This item of the cart is another product."
        raise Conflict(f"{sentence} Please look at it again.", fields={"productId": sentence})
    if "quantity" in wanted.model_fields_set:
        item.quantity = wanted.quantity
    if sets_size:
        item = await service.change_size(database, item, wanted)
    await record_changed(database, item.customer_id, "cart")
    return Success(message="Quantity updated", data=await service.find_item(database, item.id))


@router.delete("/cart/?id={id}", **call(refuses=(404,)))
async def remove_cart_item(database: Database, grant: Granted, id: Id) -> Success[None]:
    """Remove an item from the cart."""
    item = await service.lock_item(database, grant, id)
    await database.delete(item)
    await record_changed(database, item.customer_id, "cart")
    return Success(message="Item removed from cart", data=None)
