"""Images of products: uploaded, added, ordered, replaced, deleted."""

from typing import Annotated

from fastapi import Query, Request, Response
from sqlalchemy import select

from api.auth.policy import Granted
from api.cache.middleware import note_unpublished
from api.catalogue.schemas import ImageOut
from api.db.session import Database, retrying
from api.http.base_schemas import PageOf, Success
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.pagination import PAGE_SIZE, Limit, split_page
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.http.uploads import read_form, store_single
from api.openapi.description import call
from api.product_images import service
from api.product_images.schemas import ImageChangeForm, ImageForm, ImageOrderIn, UploadForm, UploadOut
from api.products.schemas import AdminImageOut, ListedImageOut
from shop.catalogue import queries
from shop.catalogue.model import Product
from shop.db.base import LARGEST_KEY
from shop.product_images.model import ProductImage

router = feature_router("catalogue")


@router.get("/productimage/", **call())
async def list_images(
    database: Database,
    grant: Granted,
    product_id: Annotated[Id | None, Query(alias="productId")] = None,
    limit: Limit = PAGE_SIZE,
    cursor: Annotated[int, Query(ge=0, le=LARGEST_KEY)] = 0,
) -> PageOf[ListedImageOut] | PageOf[ImageOut]:
    """List the images of a product in their order, or those of all products by id.

    Callers other than admins and API keys get only ready images of active products.
    """
    is_public = grant.caller.admin is None and grant.caller.key is None
    query = select(ProductImage, Product.name).join(Product, Product.id == ProductImage.product_id)
    if product_id is None:
        query = query.where(ProductImage.id > cursor).order_by(ProductImage.id)
    else:
        query = query.where(ProductImage.product_id == product_id).offset(cursor)
        query = query.order_by(ProductImage.position, ProductImage.id)
    if is_public:
        query = query.where(queries.IS_VISIBLE, queries.IS_IMAGE_VISIBLE)
    rows = (await database.execute(query.limit(limit + 1))).all()
    page, more = split_page(rows, limit, lambda row: str(row[0].id if product_id is None else cursor + limit))
    if is_public:
        public = [ImageOut.model_validate(image) for image, _ in page]
        return PageOf(message="Product images", data=public, next_cursor=more)
    listed = [service.listed(image, name) for image, name in page]
    return PageOf(message="Product images", data=listed, next_cursor=more)


@router.post("/productimage/?flag=order", **call(ImageOrderIn, refuses=(404, 409)))
async def order_product_images(request: Request, database: Database, _: Granted) -> Success[list[AdminImageOut]]:
    """Set the order of a product's images."""
    order = await read_body(request, ImageOrderIn)
    images = await retrying(database, lambda: service.order_images(database, order))
    data = [AdminImageOut.model_validate(image) for image in images]
    return Success(message="Product images put in order", data=data)


@router.post("/productimage/?flag=upload", **call(UploadForm, form=True))
async def upload_picture(request: Request, grant: Granted) -> Success[UploadOut]:
    """Check one image and store it before it belongs to anything.

    The key ``upload`` is given as ``imageUrl`` of a product, image or category afterwards. Uploads that nothing refers
    to are deleted after a day.
    """
    note_unpublished(request)
    return Success(message="Picture uploaded", data=UploadOut(upload=await store_single(request, grant)))


@router.post(
    "/productimage/", response_model=Success[AdminImageOut], **call(ImageForm, form=True, creates=True, refuses=(404,))
)
async def add_product_image(request: Request, database: Database, grant: Granted, idempotency: Idempotency) -> Response:
    """Add an image to a product.

    The response is sent once the original is stored. ``status`` is ``processing`` until the event
    ``product_image.ready`` or ``product_image.failed``.
    """
    async with read_form(request, grant) as form:
        response = await service.add_image(database, form, idempotency)
    if form.has_originals:  # visitors do not see it before it is rendered
        note_unpublished(request)
    return response


@router.post("/productimage/?id={id}", **call(ImageChangeForm, form=True, partial=True, refuses=(404, 409)))
async def change_product_image(request: Request, database: Database, grant: Granted, id: Id) -> Success[AdminImageOut]:
    """Change the given fields of an image, or replace it in the same way as one is added."""
    async with read_form(request, grant) as form:
        image = await service.change_image(database, id, form)
    return Success(message="Product image updated successfully", data=AdminImageOut.model_validate(image))


@router.delete("/productimage/?id={id}", **call(refuses=(404,)))
async def delete_product_image(database: Database, _: Granted, id: Id) -> Success[None]:
    """Delete an image. Orders that show it keep its address."""
    await retrying(database, lambda: service.delete_image(database, id))
    return Success(message="Product image deleted successfully", data=None)
