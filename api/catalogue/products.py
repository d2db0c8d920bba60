"""Products as admins keep them: all of them, in active ones too."""

from typing import Annotated

from fastapi import Query, Request, Response
from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.bodies import read
from api.catalogue.bulk import BulkIn, BulkOut, change_many
from api.catalogue.changes import InUse, check_choices, counted, one_code
from api.catalogue.images import hang
from api.catalogue.narrowing import Wanted
from api.catalogue.product_schemas import AdminProductOut, ProductForm, ProductIn
from api.catalogue.product_sheet import product_sheet
from api.changes import existing, read_change, read_new
from api.database import Database, retrying
from api.idempotency import AddsOnce, Once, Part
from api.openapi import call
from api.policy import Granted
from api.portions import Asked
from api.rates.rate import rate_of_today
from api.routing import feature
from api.shapes import Id, PageOf, Success
from api.uploads import Form, read_form
from shop.catalogue import inventory
from shop.catalogue.inventory import InventorySort
from shop.catalogue.model import Product
from shop.clock import now
from shop.events import outbox
from shop.orders.model import OrderItem

router = feature("catalogue")

MISSING = "Product not found"

Sorted = Annotated[InventorySort, Query()]


@router.get("/product/?id={id}", **call(refuses=(404,)))
async def show_stocked_product(
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[AdminProductOut]:
    """Show a product, also an in active one, with what the shop paid for it."""
    return Success(message="Product", data=await _shown(database, id))


@router.get("/product/", **call())
async def list_stocked_products(
    database: Database, _: Granted, narrowing: Wanted, portion: Asked, sort: Sorted = InventorySort.NEWEST
) -> PageOf[list[AdminProductOut]]:
    """List all products, the newest first unless ``sort`` says otherwise.

    ``search`` is any part of the code, the name or the category's name, in any case.
    """
    rate = await rate_of_today(database)
    query = inventory.in_order(narrowing.of(inventory.stocked()), sort, rate)
    rows, more = portion.split((await database.execute(portion.of(query))).all())
    data = [AdminProductOut.stocked(product, kind, vendor, rate) for product, kind, vendor in rows]
    return PageOf(message="Products", data=data, next_cursor=more)


@router.get("/product/?flag=csv", **call(csv=True))
async def export_products(
    database: Database, _: Granted, narrowing: Wanted, sort: Sorted = InventorySort.NEWEST
) -> Response:
    """Give the whole list of products as a file."""
    rate = await rate_of_today(database)
    query = inventory.in_order(narrowing.of(inventory.stocked()), sort, rate)
    return await product_sheet(rate).answer(database, query)


@router.post("/product/?flag=bulk", **call(BulkIn, refuses=(404, 409)))
async def change_many_products(request: Request, database: Database, _: Granted) -> Success[BulkOut]:
    """Make one change to many products, or with ``dryRun`` say what that would do.

    What cannot take it is left out and named.
    """
    wanted = await read(request, BulkIn)
    done = await retrying(database, lambda: change_many(database, wanted))
    return Success(message="Products looked through" if wanted.dry_run else "Products updated", data=done)


@router.post(
    "/product/", response_model=Success[AdminProductOut], **call(ProductForm, form=True, anew=True, refuses=(404, 409))
)
async def add_product(request: Request, database: Database, _: Granted, once: AddsOnce) -> Response:
    """Add a product with its pictures. What is in active is not in stock, whatever the form says."""
    await database.commit()
    async with read_form(request) as form:
        return await _add(database, form, once)


@router.post("/product/?id={id}", **call(ProductForm, form=True, partly=True, refuses=(404, 409)))
async def change_product(
    request: Request,
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[AdminProductOut]:
    """Change what is given of a product; pictures that come along are added to those it has.

    A vendor who is in active cannot be chosen anew.
    """
    await database.commit()
    async with read_form(request) as form:
        await _change(database, id, form)
    return Success(message="Product updated successfully", data=await _shown(database, id))


@router.delete("/product/?id={id}", **call(refuses=(404, 409)))
async def delete_product(
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002
) -> Success[None]:
    """Delete a product that nobody ordered, also from carts and wishlists; else 409 says how many orders hold it."""
    await retrying(database, lambda: _delete(database, id))
    return Success(message="Product Deleted", data=None)


async def _shown(database: AsyncSession, product_id: int) -> AdminProductOut:
    await existing(database, Product, product_id, MISSING)
    query = inventory.stocked().where(Product.id == product_id).execution_options(populate_existing=True)
    product, category_name, vendor_name = (await database.execute(query)).one()
    return AdminProductOut.stocked(product, category_name, vendor_name, await rate_of_today(database))


async def _add(database: AsyncSession, form: Form, once: Once) -> Response:
    wanted = read_new(ProductIn, form.fields)
    given = wanted.model_dump(exclude={"id"})
    Product(**given).settle()
    await check_choices(database, given)
    await database.commit()
    parts: list[Part] = [wanted, *await form.digests()]
    before = await once.answered(database, *parts)
    if before is not None:
        return before
    originals = await form.originals()

    async def add() -> Success[AdminProductOut]:
        await check_choices(database, given)
        product = Product(**given)
        product.settle()
        async with one_code(database, wanted.code):
            database.add(product)
        await hang(database, product.id, originals)
        await outbox.record(database, product.changed("created"), at=now())
        return Success(message="Product created successfully", data=await _shown(database, product.id))

    return await once.add(database, add, *parts)


async def _change(database: AsyncSession, product_id: int, form: Form) -> int:
    product = await existing(database, Product, product_id, MISSING)
    shown = await _shown(database, product_id)
    wanted, given = read_change(ProductIn, product, product_id, form.fields, shown=shown, has_more=form.has_pictures)
    Product(**wanted.model_dump(exclude={"id"})).settle()
    await database.commit()
    originals = await form.originals()

    async def change() -> int:
        product = await existing(database, Product, product_id, MISSING, lock=True)
        moved = {name: value for name, value in given.items() if getattr(product, name) != value}
        await check_choices(database, moved)
        async with one_code(database, wanted.code):
            for name, value in given.items():
                setattr(product, name, value)
            product.settle()
        await hang(database, product.id, originals)
        await outbox.record(database, product.changed("updated"), at=now())
        return product_id

    return await retrying(database, change)


async def _delete(database: AsyncSession, product_id: int) -> None:
    product = await existing(database, Product, product_id, MISSING, lock=True)
    orders = func.count(OrderItem.order_id.distinct())
    held = await database.scalar(select(orders).where(OrderItem.product_id == product_id)) or 0
    if held:
        raise InUse(
            f"{product.name} cannot be deleted: it is part of {counted(held, 'order', 'orders')}."
            " Set it to in active instead.",
            data={"orders": held},
        )
    await database.execute(delete(Product).where(Product.id == product_id))
    await outbox.record(database, product.changed("deleted"), at=now())
