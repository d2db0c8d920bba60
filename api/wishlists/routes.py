"""The wishlist."""

from typing import Annotated

from fastapi import Query, Request, Response
from sqlalchemy import ColumnElement
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from api.bodies import read
from api.catalogue.schemas import ProductOut
from api.database import Database
from api.idempotency import AddsOnce
from api.openapi import call
from api.policy import Granted
from api.rates.rate import rate_of_today
from api.routing import feature
from api.shapes import Id, In, Number, Out, Success
from shop.catalogue.model import Activity, Product
from shop.catalogue.queries import with_product
from shop.errors import NotFound
from shop.wishlists.model import WishlistEntry

router = feature("wishlist")

MOST = 200


class WishlistEntryIn(In):
    customer_id: Id
    product_id: Id


class WishlistEntryOut(Out):
    """An entry with what a card shows; ``ornament_price`` is by today's rate."""

    wishlist_id: int
    customer_id: int
    product_id: int
    product_image_url: str
    name: str
    weight: Number
    ornament_price: Number
    product: ProductOut


async def _entries(database: AsyncSession, *conditions: ColumnElement[bool]) -> list[WishlistEntryOut]:
    rate = await rate_of_today(database)
    query = (
        with_product(WishlistEntry, WishlistEntry.product)
        .where(*conditions)
        .order_by(WishlistEntry.id.desc())
        .limit(MOST)
    )
    rows = await database.execute(query)
    return [_entry(entry, ProductOut.of(entry.product, category, rate)) for entry, category in rows]


def _entry(entry: WishlistEntry, product: ProductOut) -> WishlistEntryOut:
    return WishlistEntryOut(
        wishlist_id=entry.id,
        customer_id=entry.customer_id,
        product_id=entry.product_id,
        product_image_url=product.product_image_url,
        name=product.name,
        weight=product.weight,
        ornament_price=product.ornament_price,
        product=product,
    )


@router.get("/wishlist/", **call(refuses=(404,)))
async def show_wishlist(
    database: Database, grant: Granted, customer_id: Annotated[Id, Query(alias="customerId")]
) -> list[WishlistEntryOut]:
    """Show a shopper's wishlist, the newest entry first. The list is the body itself."""
    grant.check_owner(customer_id)
    return await _entries(database, WishlistEntry.customer_id == customer_id)


@router.post("/wishlist/", response_model=Success[WishlistEntryOut], **call(WishlistEntryIn, refuses=(404,)))
async def add_to_wishlist(request: Request, database: Database, grant: Granted, once: AddsOnce) -> Response:
    """Put a product on the wishlist; one that is there already stays as it is."""
    wanted = await read(request, WishlistEntryIn)
    grant.check_owner(wanted.customer_id)

    async def add() -> Success[WishlistEntryOut]:
        return Success(message="Added to wishlist", data=await _add(database, wanted))

    return await once.add(database, add, wanted)


async def _add(database: AsyncSession, wanted: WishlistEntryIn) -> WishlistEntryOut:
    product = await database.get(Product, wanted.product_id)
    if product is None or product.status != Activity.ACTIVE:
        raise NotFound("Invalid product")
    await database.execute(insert(WishlistEntry).values(wanted.model_dump()).on_conflict_do_nothing())
    added = await _entries(
        database,
        WishlistEntry.customer_id == wanted.customer_id,
        WishlistEntry.product_id == wanted.product_id,
    )
    return added[0]


@router.delete("/wishlist/?id={id}", **call(refuses=(404,)))
async def remove_from_wishlist(
    database: Database,
    grant: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[None]:
    """Take an entry off the wishlist."""
    missing = "Wishlist entry not found"
    entry = await database.get(WishlistEntry, id, with_for_update=True)
    if entry is None:
        raise NotFound(missing)
    grant.check_owner(entry.customer_id, missing)
    await database.delete(entry)
    return Success(message="Removed from wishlist", data=None)
