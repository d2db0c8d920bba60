"""The cart."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Self

from fastapi import Depends, Query, Request, Response
from pydantic import Field
from sqlalchemy import ColumnElement, Row, Select, func, select
from sqlalchemy.dialects.postgresql import REGCLASS, insert
from sqlalchemy.ext.asyncio import AsyncSession

from api.bodies import check_same_id, read
from api.catalogue.schemas import ProductOut
from api.database import Database
from api.idempotency import AddsOnce
from api.openapi import call
from api.policy import Grant, Granted
from api.portions import Asked
from api.rates.rate import rate_of_today
from api.routing import feature
from api.shapes import COUNTED, Id, In, Number, Out, PageOf, SearchText, Success, Time
from api.sheets import Sheet
from shop.carts import queries
from shop.carts.model import MOST_OF_ONE, CartItem
from shop.carts.queries import CartSort
from shop.catalogue.model import Activity, Product
from shop.catalogue.queries import with_product
from shop.customers.model import Customer
from shop.errors import Conflict, NotFound

router = feature("cart")

MOST = 200

Quantity = Annotated[int, Field(ge=1, le=MOST_OF_ONE), COUNTED]


class CartItemIn(In):
    id: Id | None = None
    customer_id: Id
    product_id: Id
    quantity: Quantity = 1
    restores: Id | None = None
    """The id that the line had before it was removed."""


class CartItemOut(Out):
    cart_id: int
    customer_id: int
    product_id: int
    quantity: int
    weight: Number
    product: ProductOut


class CartOut(Out):
    """A cart in the list of all of them; ``amount`` is rupees by today's rate."""

    customer_id: int
    name: str
    email: str
    phone: str
    products: int
    pieces: int
    amount: Number
    added_at: Time

    @classmethod
    def of(cls, customer: Customer, products: int, pieces: int, amount: Decimal, added_at: dt.datetime) -> Self:
        return cls(
            customer_id=customer.id,
            name=customer.name,
            email=customer.email,
            phone=customer.phone,
            products=products,
            pieces=pieces,
            amount=amount,
            added_at=added_at,
        )


SHEET: Sheet[Row[Customer, int, int, Decimal, dt.datetime]] = Sheet(
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


async def _items(database: AsyncSession, *conditions: ColumnElement[bool]) -> list[CartItemOut]:
    rate = await rate_of_today(database)
    query = with_product(CartItem, CartItem.product).where(*conditions).order_by(CartItem.id).limit(MOST)
    rows = await database.execute(query.execution_options(populate_existing=True))
    return [
        CartItemOut(
            cart_id=item.id,
            customer_id=item.customer_id,
            product_id=item.product_id,
            quantity=item.quantity,
            weight=item.product.weight,
            product=ProductOut.of(item.product, category, rate),
        )
        for item, category in rows
    ]


async def _own(database: AsyncSession, grant: Grant, cart_id: int) -> CartItem:
    item = await database.get(CartItem, cart_id, with_for_update=True)
    if item is None:
        raise NotFound("Cart item not found")
    grant.check_owner(item.customer_id, "Cart item not found")
    return item


@router.get("/cart/", **call(refuses=(404,)))
async def show_cart(
    database: Database, grant: Granted, customer_id: Annotated[Id, Query(alias="custId")]
) -> list[CartItemOut]:
    """Show a shopper's cart, priced by today's rate. The list is the body itself."""
    grant.check_owner(customer_id)
    return await _items(database, CartItem.customer_id == customer_id)


@dataclass(frozen=True)
class Listed:
    """Which carts are listed, and in which order: the same for pages and the file."""

    search: Annotated[SearchText, Query()] = ""
    sort: Annotated[CartSort, Query()] = CartSort.RECENT

    def query(self, gold_rate: Decimal) -> Select[Customer, int, int, Decimal, dt.datetime]:
        """Select them, their amounts at a rate in rupees a gram."""
        return queries.filled(self.search, self.sort, gold_rate)


Wanted = Annotated[Listed, Depends()]


@router.get("/cart/?flag=allCarts", **call())
async def list_carts(database: Database, _: Granted, wanted: Wanted, portion: Asked) -> PageOf[list[CartOut]]:
    """List who has something in the cart."""
    query = wanted.query(await rate_of_today(database))
    rows, more = portion.split((await database.execute(portion.of(query))).all())
    return PageOf(message="Carts", data=[CartOut.of(*row) for row in rows], next_cursor=more)


@router.get("/cart/?flag=csv", **call(csv=True))
async def export_carts(database: Database, _: Granted, wanted: Wanted) -> Response:
    """Give the whole list of carts as a file."""
    return await SHEET.answer(database, wanted.query(await rate_of_today(database)))


@router.post("/cart/", response_model=Success[CartItemOut], **call(CartItemIn, refuses=(404, 409)))
async def add_to_cart(request: Request, database: Database, grant: Granted, once: AddsOnce) -> Response:
    """Add a product to the cart. Adding what is there already adds the quantity, up to 10.

    A line that was removed takes its place among the others again where ``restores`` names its id.
    """
    wanted = await read(request, CartItemIn)
    grant.check_owner(wanted.customer_id)

    async def add() -> Success[CartItemOut]:
        cart_id = await _add(database, wanted)
        return Success(message="Product added to cart", data=(await _items(database, CartItem.id == cart_id))[0])

    return await once.add(database, add, wanted)


@router.post("/cart/?id={id}", **call(CartItemIn, refuses=(404, 409)))
async def change_cart_item(
    request: Request,
    database: Database,
    grant: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[CartItemOut]:
    """Set the quantity of what is in the cart; where none is given, it stays."""
    wanted = await read(request, CartItemIn)
    grant.check_owner(wanted.customer_id)
    check_same_id(id, wanted.id)
    item = await _own(database, grant, id)
    if wanted.product_id != item.product_id:
        sentence = "This item of the cart is another product."
        raise Conflict(f"{sentence} Please look at it again.", fields={"productId": sentence})
    if "quantity" in wanted.model_fields_set:
        item.quantity = wanted.quantity
    await database.flush()
    return Success(message="Quantity updated", data=(await _items(database, CartItem.id == id))[0])


async def _line(database: AsyncSession, wanted: CartItemIn) -> dict[str, Any]:
    """Return a new line's values. Lines stand in the order of their ids; one that comes back has its own again."""
    line = wanted.model_dump(exclude={"id", "restores"})
    if wanted.restores is None:
        return line
    given = select(func.pg_sequence_last_value(func.pg_get_serial_sequence("cart_item", "id").cast(REGCLASS)))
    is_free = await database.get(CartItem, wanted.restores) is None
    was_given = wanted.restores <= (await database.scalar(given) or 0)
    return line | {"id": wanted.restores} if is_free and was_given else line


async def _add(database: AsyncSession, wanted: CartItemIn) -> int:
    product = await database.get(Product, wanted.product_id)
    if product is None or product.status != Activity.ACTIVE:
        raise NotFound("Invalid product")
    if not product.is_for_sale:
        raise Conflict(f"{product.name} is out of stock.")
    added = insert(CartItem).values(await _line(database, wanted))
    total = func.least(CartItem.quantity + added.excluded.quantity, MOST_OF_ONE)
    statement = added.on_conflict_do_update(
        index_elements=[CartItem.customer_id, CartItem.product_id], set_={"quantity": total}
    ).returning(CartItem.id)
    return (await database.execute(statement)).scalar_one()


@router.delete("/cart/?id={id}", **call(refuses=(404,)))
async def remove_cart_item(
    database: Database,
    grant: Granted,
    id: Id,  # noqa: A002
) -> Success[None]:
    """Take an item out of the cart."""
    await database.delete(await _own(database, grant, id))
    return Success(message="Item removed from cart", data=None)
