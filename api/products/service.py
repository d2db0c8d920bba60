"""Creates, changes and deletes products."""

import json
from typing import Any

from fastapi import Response
from pydantic import TypeAdapter
from sqlalchemy import delete as sql_delete
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.catalogue.write_checks import InUse, lock_references, unique_code
from api.http.idempotency import IdempotentRequest, Part
from api.http.partial_update import (
    ChangedMeanwhile,
    get_or_404,
    read_change,
    read_new,
    split_seen,
    stale_fields,
    values_of,
)
from api.http.uploads import FormWithImages
from api.product_images.service import attach_images
from api.products.field_types import Sizes
from api.products.schemas import AdminProductOut, ProductIn, SeenCount
from api.rates.service import todays_rate
from shop.catalogue import admin_lists
from shop.catalogue.model import Product
from shop.catalogue.sizes import counts_of, set_fields
from shop.clock import now
from shop.events import outbox
from shop.orders.model import OrderItem
from shop.rates.repricing import lock_prices_shared
from shop.stock.model import MovementReason
from shop.stock.rules import check_seen, record_movement
from shop.text.formatting import pluralize

MISSING = "Product not found"


async def load(database: AsyncSession, product_id: int) -> AdminProductOut:
    """Return a product as admins see it.

    :raises NotFound: if there is no such product.
    """
    await get_or_404(database, Product, product_id, MISSING)
    query = admin_lists.select_products().where(Product.id == product_id).execution_options(populate_existing=True)
    product, category_name, vendor_name = (await database.execute(query)).one()
    return AdminProductOut.with_vendor(product, category_name, vendor_name, await todays_rate(database))


async def add(database: AsyncSession, form: FormWithImages, idempotency: IdempotentRequest) -> Response:
    """Create a product with its images, once for each idempotency key.

    :raises CodeTaken: if another product has the code, or one that differs by capitals only.
    :raises DiscountTooLarge: if the discount is more than the making charge.
    """
    fields = read_new(ProductIn, form.fields)
    given = fields.model_dump(exclude={"id"})
    Product(**given).normalize()  # refuse it before the images are stored
    parts: list[Part] = [fields, *await form.digests()]
    stored = await idempotency.stored_response(database, *parts)
    if stored is not None:
        return stored
    await lock_references(database, given)
    await database.commit()
    originals = await form.store_originals()

    async def create() -> AdminProductOut:
        await database.execute(lock_prices_shared())
        await lock_references(database, given)
        product = Product(**given)
        product.normalize()
        async with unique_code(database, product):
            database.add(product)
        await _record_count(database, product, {})
        await attach_images(database, product.id, originals)
        await outbox.record(database, product.change_event("created"), at=now())
        return await load(database, product.id)

    return await idempotency.run(database, "Product created successfully", create, *parts)


async def change(
    database: AsyncSession, product_id: int, form: FormWithImages, idempotency: IdempotentRequest
) -> Response:
    """Change the given fields of a product and add the given images, once for each idempotency key.

    :raises NotFound: if there is no such product.
    :raises CodeTaken: if another product has the code, or one that differs by capitals only.
    :raises DiscountTooLarge: if the discount would be more than the making charge.
    :raises StockChanged: if a count is no longer the one that the admin saw.
    :raises ChangedMeanwhile: if another field is no longer as the admin saw it.
    """
    # The fields as they were sent. If the request is repeated, the row already has these values.
    parts: list[Part] = [str(product_id), json.dumps(form.fields, sort_keys=True, default=str), *await form.digests()]
    stored = await idempotency.stored_response(database, *parts)
    if stored is not None:
        return stored
    seen_count = SeenCount.model_validate(form.fields)
    sent, seen_fields = split_seen(form.fields)
    sent.pop("seenStockQuantity", None)
    product = await get_or_404(database, Product, product_id, MISSING)
    shown = await load(database, product_id)
    fields, given = read_change(ProductIn, product, product_id, sent, shown=shown, has_more=form.has_images)
    before = {name: getattr(product, name) for name in ProductIn.model_fields if name != "id"}
    set_fields(Product(**before), given)  # refuse it before the images are stored
    seen = _seen_counts(seen_count, given)
    await database.commit()
    originals = await form.store_originals()

    async def update() -> AdminProductOut:
        await database.execute(lock_prices_shared())
        product = await get_or_404(database, Product, product_id, MISSING, lock=True)
        check_seen(product, seen)
        if stale := _stale_fields(fields, given, seen_fields, product):
            raise ChangedMeanwhile(stale, await load(database, product_id))
        before = counts_of(product)
        await lock_references(database, {name: new for name, new in given.items() if getattr(product, name) != new})
        async with unique_code(database, product):
            set_fields(product, given)
        await _record_count(database, product, before)
        await attach_images(database, product.id, originals)
        await outbox.record(database, product.change_event("updated"), at=now())
        return await load(database, product_id)

    return await idempotency.run(database, "Product updated successfully", update, *parts)


async def delete(database: AsyncSession, product_id: int) -> None:
    """Delete a product, also from carts and wishlists.

    :raises NotFound: if there is no such product.
    :raises InUse: if it was ordered.
    """
    await database.execute(lock_prices_shared())
    product = await get_or_404(database, Product, product_id, MISSING, lock=True)
    order_count = func.count(OrderItem.order_id.distinct())
    orders = await database.scalar(select(order_count).where(OrderItem.product_id == product_id)) or 0
    if orders:
        raise InUse(
            f"{product.name} cannot be deleted: it is part of {pluralize(orders, 'order', 'orders')}."
            " Set it to in active instead.",
            data={"orders": orders},
        )
    await database.execute(sql_delete(Product).where(Product.id == product_id))
    await outbox.record(database, product.change_event("deleted"), at=now())


def _stale_fields(wanted: ProductIn, given: dict[str, Any], seen: dict[str, Any], product: Product) -> list[str]:
    """Return the fields that differ from what the admin saw. Orders change the counts of sizes, which are left out."""
    present = values_of(ProductIn, product)
    present["sizes"] = [size | {"stock_quantity": None} for size in product.sizes]
    if "sizes" in seen:
        sizes = TypeAdapter(Sizes).validate_python(seen["sizes"])
        seen = seen | {"sizes": [size.model_dump() | {"stock_quantity": None} for size in sizes]}
    return stale_fields(wanted, given, seen, present)


def _seen_counts(seen: SeenCount, given: dict[str, Any]) -> dict[str | None, int | None]:
    """Return the counts that the admin saw: the product's own under None, and those of the given sizes."""
    of_sizes = {
        size["label"]: size["seen_stock_quantity"] for size in given.get("sizes", ()) if "seen_stock_quantity" in size
    }
    return of_sizes | ({None: seen.seen_stock_quantity} if seen.model_fields_set else {})


async def _record_count(database: AsyncSession, product: Product, before: dict[str | None, int]) -> None:
    await database.run_sync(record_movement, product, before, MovementReason.PRODUCT_FORM, at=now())
