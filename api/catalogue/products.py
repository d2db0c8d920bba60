"""Products as admins keep them: all of them, in active ones too."""

from typing import Annotated

from fastapi import Query, Request, Response
from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.bodies import read
from api.catalogue.bulk import BulkIn, BulkOut, change_many
from api.catalogue.changes import InUse, check_choices, counted, existing, one_code, read_change, read_new
from api.catalogue.images import hang, keep_all
from api.catalogue.narrowing import Wanted
from api.catalogue.product_schemas import AdminProductOut, ProductForm, ProductIn
from api.catalogue.product_sheet import product_sheet
from api.database import Database, retrying
from api.openapi import takes
from api.policy import Granted
from api.rates.rate import rate_of_today
from api.routing import feature
from api.shapes import Id, PageOf, Success, Text
from api.uploads import Form, read_form
from shop.catalogue import inventory
from shop.catalogue.inventory import InventorySort
from shop.catalogue.model import Product
from shop.clock import now
from shop.events import outbox
from shop.orders.model import OrderItem

router = feature("catalogue")

PAGE = 200
MISSING = "Product not found"

_BODY = takes(ProductForm, form=True)
_BODY["requestBody"]["content"] |= takes(BulkIn, example={"ids": [1, 2], "changes": {"stockAvailability": "no"}})[
    "requestBody"
]["content"]


@router.get("/product/", response_model=PageOf[list[AdminProductOut]] | Success[AdminProductOut])
async def list_all_products(
    database: Database,
    grant: Granted,
    narrowing: Wanted,
    _flag: Annotated[Text | None, Query(alias="flag")] = None,
    id: Annotated[Id | None, Query()] = None,  # noqa: A002 - the name on the wire
    sort: Annotated[InventorySort, Query()] = InventorySort.NEWEST,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
) -> PageOf[list[AdminProductOut]] | Success[AdminProductOut] | Response:
    """List all products, the newest first unless ``sort`` says otherwise; with ``id``, show one.

    ``search`` is any part of the code, the name or the category's name, in any case. ``flag=csv`` gives the whole
    list as a file.
    """
    if grant.operation == "show_stocked_product":
        return Success(message="Product", data=await _shown(database, id or 0))
    rate = await rate_of_today(database)
    query = narrowing.of(inventory.stocked()).order_by(*inventory.in_order(sort, rate))
    if grant.operation == "export_products":
        return await product_sheet(rate).answer(database, query)
    rows = (await database.execute(query.limit(limit + 1).offset(cursor))).all()
    return PageOf(
        message="Products",
        data=[AdminProductOut.stocked(product, kind, vendor, rate) for product, kind, vendor in rows[:limit]],
        next_cursor=str(cursor + limit) if len(rows) > limit else None,
    )


@router.post("/product/", openapi_extra=_BODY)
async def write_product(
    request: Request,
    database: Database,
    grant: Granted,
    _flag: Annotated[Text | None, Query(alias="flag")] = None,
    id: Annotated[Id | None, Query()] = None,  # noqa: A002
) -> Success[AdminProductOut] | Success[BulkOut]:
    """Add a product or, with ``id``, change it; pictures that come along are added to those it has.

    What is in active is not in stock, whatever the form says. A vendor who is in active cannot be chosen anew. With
    ``flag=bulk``, make one change to many, or with ``dryRun`` say what that would do; what cannot take it is left out
    and named.
    """
    await database.commit()
    if grant.operation == "change_many_products":
        wanted = await read(request, BulkIn)
        done = await retrying(database, lambda: change_many(database, wanted))
        return Success(message="Products looked through" if wanted.dry_run else "Products updated", data=done)
    async with read_form(request) as form:
        if id is None:
            product_id = await _add(database, form)
            message = "Product created successfully"
        else:
            product_id = await _change(database, id, form)
            message = "Product updated successfully"
    return Success(message=message, data=await _shown(database, product_id))


@router.delete("/product/")
async def delete_product(
    database: Database,
    _: Granted,
    id: Annotated[Id, Query()],  # noqa: A002
) -> Success[None]:
    """Delete a product that nobody ordered, also from carts and wishlists; else 409 says how many orders hold it."""
    await retrying(database, lambda: _delete(database, id))
    return Success(message="Product Deleted", data=None)


async def _shown(database: AsyncSession, product_id: int) -> AdminProductOut:
    await existing(database, Product, product_id, MISSING)
    query = inventory.stocked().where(Product.id == product_id).execution_options(populate_existing=True)
    product, category_name, vendor_name = (await database.execute(query)).one()
    return AdminProductOut.stocked(product, category_name, vendor_name, await rate_of_today(database))


async def _add(database: AsyncSession, form: Form) -> int:
    wanted = read_new(ProductIn, form.fields)
    given = wanted.model_dump(exclude={"id"})
    Product(**given).settle()
    await check_choices(database, given)
    await database.commit()
    originals = await keep_all(form)

    async def add() -> int:
        await check_choices(database, given)
        product = Product(**given)
        product.settle()
        async with one_code(database, wanted.code):
            database.add(product)
        await hang(database, product.id, originals)
        await outbox.record(database, product.changed("created"), at=now())
        return product.id

    return await retrying(database, add)


async def _change(database: AsyncSession, product_id: int, form: Form) -> int:
    product = await existing(database, Product, product_id, MISSING)
    wanted, given = read_change(ProductIn, product, product_id, form.fields)
    Product(**wanted.model_dump(exclude={"id"})).settle()
    await database.commit()
    originals = await keep_all(form)

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
