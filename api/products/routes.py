"""Routes of the product list for admins, which includes inactive products."""

from typing import Annotated

from fastapi import Query, Request, Response

from api.auth.policy import Granted
from api.cache.middleware import note_unpublished
from api.catalogue.filters import RequestedFilters
from api.db.session import Database, retrying
from api.http.base_schemas import PageOf, Success
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.pagination import PAGE_SIZE, Cursor, Limit, split_page
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.http.uploads import read_form
from api.openapi.description import call
from api.products import cursors, service
from api.products.bulk import BulkIn, BulkOut, change_many
from api.products.exports import product_export
from api.products.schemas import AdminProductOut, ProductChangeForm, ProductForm
from api.rates.service import todays_rate
from shop.catalogue import admin_lists
from shop.catalogue.admin_lists import AdminProductSort

router = feature_router("catalogue")

RequestedSort = Annotated[AdminProductSort, Query()]


@router.get("/product/?id={id}", **call(refuses=(404,)))
async def show_stocked_product(database: Database, _: Granted, id: Id) -> Success[AdminProductOut]:
    """Show a product with its purchase data, even if it is inactive."""
    return Success(message="Product", data=await service.load(database, id))


@router.get("/product/", **call(refuses=(404,)))
async def list_stocked_products(
    database: Database,
    _: Granted,
    filters: RequestedFilters,
    sort: RequestedSort = AdminProductSort.NEWEST,
    limit: Limit = PAGE_SIZE,
    cursor: Cursor | None = None,
) -> PageOf[AdminProductOut]:
    """List all products, the newest first unless ``sort`` says otherwise.

    ``search`` is any part of the code, the name or the category's name, in any case. It also finds the words of a name
    without its accents and punctuation, and the beginning of a code without its punctuation.

    After a change of the gold rate, a ``cursor`` of a list by price is refused with 404; the client starts again with
    the first page.
    """
    rate = await todays_rate(database)
    after = cursors.read(sort, rate, cursor) if cursor else None
    query = filters.apply(admin_lists.select_products())
    page = admin_lists.select_page(query, sort, rate, after=after, limit=limit + 1)
    rows = (await database.execute(page)).all()
    listed, more = split_page(rows, limit, lambda row: cursors.write(sort, rate, (row.sort_value, row.Product.id)))
    data = [AdminProductOut.with_vendor(product, category, vendor, rate) for product, category, vendor, _ in listed]
    return PageOf(message="Products", data=data, next_cursor=more)


@router.get("/product/?flag=csv", **call(csv=True))
async def export_products(
    database: Database, _: Granted, filters: RequestedFilters, sort: RequestedSort = AdminProductSort.NEWEST
) -> Response:
    """Export the whole list of products as CSV."""
    rate = await todays_rate(database)
    query = admin_lists.sort_products(filters.apply(admin_lists.select_products()), sort, rate)
    return product_export(rate).respond(database, query)


@router.post("/product/?flag=bulk", response_model=Success[BulkOut], **call(BulkIn, refuses=(404, 409)))
async def change_many_products(
    request: Request, database: Database, _: Granted, idempotency: Idempotency
) -> Response | Success[BulkOut]:
    """Change many products at once, or with ``dryRun`` return a preview.

    Products that cannot be changed are skipped and listed. The preview ignores an ``Idempotency-Key``.
    """
    body = await read_body(request, BulkIn)
    if body.dry_run:
        note_unpublished(request)
        preview = await retrying(database, lambda: change_many(database, body))
        return Success(message="Products looked through", data=preview)
    # A value of null is another change than an omitted one.
    sent = body.model_dump_json(exclude_unset=True)
    return await idempotency.run(database, "Products updated", lambda: change_many(database, body), sent)


@router.post(
    "/product/",
    response_model=Success[AdminProductOut],
    **call(ProductForm, form=True, creates=True, refuses=(404, 409)),
)
async def add_product(request: Request, database: Database, grant: Granted, idempotency: Idempotency) -> Response:
    """Add a product with its pictures. An inactive product is stored as out of stock."""
    async with read_form(request, grant) as form:
        return await service.add(database, form, idempotency)


@router.post(
    "/product/?id={id}",
    response_model=Success[AdminProductOut],
    **call(ProductChangeForm, form=True, partial=True, refuses=(404, 409)),
)
async def change_product(
    request: Request, database: Database, grant: Granted, id: Id, idempotency: Idempotency
) -> Response:
    """Change the given fields of a product and add the given pictures.

    An inactive vendor cannot be chosen. With ``seenStockQuantity``, here or in a size, nothing is changed if that count
    is stale.
    """
    async with read_form(request, grant) as form:
        return await service.change(database, id, form, idempotency)


@router.delete("/product/?id={id}", **call(refuses=(404, 409)))
async def delete_product(database: Database, _: Granted, id: Id) -> Success[None]:
    """Delete a product without orders, also from carts and wishlists. Otherwise the response is 409."""
    await retrying(database, lambda: service.delete(database, id))
    return Success(message="Product Deleted", data=None)
