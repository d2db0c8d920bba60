"""Pictures of products: uploaded, put in order, replaced, removed."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Query, Request, Response
from pydantic import Field
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.bodies import read
from api.cache.middleware import note_unpublished
from api.catalogue.product_schemas import AdminImageOut, File, ListedImageOut
from api.catalogue.schemas import ImageOut
from api.changes import Identified, existing, read_change, read_new
from api.database import Database, retrying
from api.idempotency import AddsOnce, Once, Part
from api.openapi import call
from api.policy import Granted
from api.routing import feature
from api.shapes import Id, In, Out, PageOf, Success, Written
from api.uploads import Form, choose, read_form
from shop.catalogue import queries
from shop.catalogue.events import CatalogueChanged, ProductImageUploaded
from shop.catalogue.model import Product, ProductImage
from shop.clock import now
from shop.db.base import LARGEST_KEY
from shop.errors import Conflict, Invalid
from shop.events import outbox
from shop.events.event import Event

router = feature("catalogue")

PAGE = 200
MOST_OF_ONE = 50
"""Pictures of one product."""
MISSING = "Product image not found"
NO_PRODUCT = "Product not found"


class ImageIn(Identified):
    """``type`` is a word for what the picture is for, such as thumbnail or gallery."""

    product_id: Id
    type: Annotated[str, Written(50, least=1)]


class ImageForm(ImageIn):
    """As the form sends it: ``imageUrl`` is a file, or the address of a picture that the shop has."""

    image_url: File


class UploadForm(In):
    """As the form sends it: one file."""

    image_url: File


class UploadOut(Out):
    """The key of a picture that was sent and belongs to nothing yet."""

    upload: str


class ImageOrderIn(In):
    """A product's pictures in the order in which they are to stand: all of them, each once."""

    product_id: Id
    ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_OF_ONE)]


@router.get("/productimage/", **call())
async def list_images(
    database: Database,
    grant: Granted,
    product_id: Annotated[Id | None, Query(alias="productId")] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[int, Query(ge=0, le=LARGEST_KEY)] = 0,
) -> PageOf[list[ListedImageOut]] | PageOf[list[ImageOut]]:
    """List pictures, those of one product in their order; all but admins see those that can be shown, of what is sold.

    The list of all products' pictures goes by id.
    """
    query = select(ProductImage, Product.name).join(Product, Product.id == ProductImage.product_id)
    if product_id is None:
        query = query.where(ProductImage.id > cursor).order_by(ProductImage.id)
    else:
        query = query.where(ProductImage.product_id == product_id).offset(cursor)
        query = query.order_by(ProductImage.position, ProductImage.id)
    if grant.caller.admin is None:
        query = query.where(queries.IS_SHOWN, queries.IS_PICTURE_SHOWN)
    rows = (await database.execute(query.limit(limit + 1))).all()
    listed = [image for image, _ in rows[:limit]]
    more = str(listed[-1].id if product_id is None else cursor + limit) if len(rows) > limit else None
    if grant.caller.admin is None:
        shown = [ImageOut.model_validate(image) for image in listed]
        return PageOf(message="Product images", data=shown, next_cursor=more)
    named = [_listed(image, name) for image, name in rows[:limit]]
    return PageOf(message="Product images", data=named, next_cursor=more)


@router.post("/productimage/?flag=order", **call(ImageOrderIn, refuses=(404, 409)))
async def order_product_images(request: Request, database: Database, _: Granted) -> Success[list[AdminImageOut]]:
    """Put a product's pictures in order."""
    wanted = await read(request, ImageOrderIn)
    images = await retrying(database, lambda: _put_in_order(database, wanted))
    data = [AdminImageOut.model_validate(image) for image in images]
    return Success(message="Product images put in order", data=data)


@router.post("/productimage/?flag=upload", **call(UploadForm, form=True))
async def upload_picture(request: Request, database: Database, _: Granted) -> Success[UploadOut]:
    """Check one picture and keep it, before it belongs to anything.

    ``upload`` is given as ``imageUrl`` of a product, picture or category afterwards. What nothing names within a day is
    cleared away.
    """
    await database.commit()
    note_unpublished(request)
    async with read_form(request) as form:
        if len(form.pictures) != 1 or form.addresses or form.uploads:
            raise Invalid("Please send one picture.", fields={"imageUrl": "Please send one picture."})
        for name in form.fields:
            raise Invalid(f"Please check: {name}.", fields={name: "This call takes the picture alone."})
        [upload] = await form.originals()
    return Success(message="Picture uploaded", data=UploadOut(upload=upload))


@router.post(
    "/productimage/", response_model=Success[AdminImageOut], **call(ImageForm, form=True, anew=True, refuses=(404,))
)
async def add_product_image(request: Request, database: Database, _: Granted, once: AddsOnce) -> Response:
    """Add a picture to a product.

    The answer comes once the original is kept; ``status`` is ``processing`` until the event ``product_image.ready`` or
    ``product_image.failed``.
    """
    async with read_form(request) as form:
        added = await _add(database, form, once)
    if form.has_originals:  # a new original shows once something is made of it
        note_unpublished(request)
    return added


@router.post("/productimage/?id={id}", **call(ImageForm, form=True, partly=True, refuses=(404, 409)))
async def change_product_image(
    request: Request,
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[AdminImageOut]:
    """Change what is given of a picture, or replace it, as one is added."""
    await database.commit()
    async with read_form(request) as form:
        image = await _change(database, id, form)
    return Success(message="Product image updated successfully", data=AdminImageOut.model_validate(image))


@router.delete("/productimage/?id={id}", **call(refuses=(404,)))
async def delete_product_image(
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002
) -> Success[None]:
    """Delete a picture. What orders froze of it stays at its address."""
    await retrying(database, lambda: _delete(database, id))
    return Success(message="Product image deleted successfully", data=None)


def _listed(image: ProductImage, name: str) -> ListedImageOut:
    as_shown = AdminImageOut.model_validate(image)
    return ListedImageOut.model_validate(dict(as_shown) | {"product_name": name})


async def hang(database: AsyncSession, product_id: int, originals: Sequence[str]) -> None:
    """Add pictures behind those that a product has, and let the worker know. The caller holds the product's lock.

    :raises Invalid: where they would be too many.
    """
    if not originals:
        return
    first = await _place_behind(database, product_id, len(originals))
    images = [
        ProductImage(product_id=product_id, position=position, type="gallery" if position else "thumbnail")
        for position in range(first, first + len(originals))
    ]
    for image, original in zip(images, originals, strict=True):
        image.receive(original)
    database.add_all(images)
    await database.flush()
    for image in images:
        await outbox.record(database, ProductImageUploaded(image_id=image.id), at=now())


async def _place_behind(database: AsyncSession, product_id: int, pictures: int) -> int:
    """Return the place behind the pictures that a product has, where there is room for more.

    :raises Invalid: where they would be too many.
    """
    place = func.coalesce(func.max(ProductImage.position) + 1, 0)
    query = select(place, func.count()).where(ProductImage.product_id == product_id)
    first, there = (await database.execute(query)).one()
    if there + pictures > MOST_OF_ONE:
        message = f"A product has {MOST_OF_ONE} pictures at most."
        raise Invalid(message, fields={"imageUrl": message})
    return int(first)


async def _add(database: AsyncSession, form: Form, once: Once) -> Response:
    wanted = read_new(ImageIn, form.fields)
    if not form.has_pictures:
        raise Invalid("Image is required", fields={"imageUrl": "Image is required"})
    parts: list[Part] = [wanted, *await form.digests()]
    before = await once.answered(database, *parts)
    if before is not None:
        return before
    await existing(database, Product, wanted.product_id, NO_PRODUCT)
    await database.commit()
    picture = await choose(form)

    async def add() -> Success[AdminImageOut]:
        await existing(database, Product, wanted.product_id, NO_PRODUCT, lock=True)
        position = await _place_behind(database, wanted.product_id, 1)
        image = ProductImage(product_id=wanted.product_id, type=wanted.type, position=position)
        if picture:
            picture.give(image)
        database.add(image)
        await _tell(database, image, "created", uploaded=True)
        return Success(message="Product image added successfully", data=AdminImageOut.model_validate(image))

    return await once.add(database, add, *parts)


async def _change(database: AsyncSession, image_id: int, form: Form) -> ProductImage:
    image = await existing(database, ProductImage, image_id, MISSING)
    product = await existing(database, Product, image.product_id, NO_PRODUCT)
    shown = _listed(image, product.name)
    _, given = read_change(ImageIn, image, image_id, form.fields, shown=shown, has_more=form.has_pictures)
    if form.addresses == [image.image_url] and not form.has_originals:
        form.addresses.clear()
    await database.commit()
    picture = await choose(form)

    async def change() -> ProductImage:
        if "product_id" in given:
            await existing(database, Product, given["product_id"], NO_PRODUCT, lock=True)
        image = await existing(database, ProductImage, image_id, MISSING, lock=True)
        for name, value in given.items():
            setattr(image, name, value)
        if picture:
            picture.give(image)
        await _tell(database, image, "updated", uploaded=picture is not None)
        return image

    return await retrying(database, change)


async def _delete(database: AsyncSession, image_id: int) -> None:
    image = await existing(database, ProductImage, image_id, MISSING, lock=True)
    await database.delete(image)
    await _tell(database, image, "deleted")


async def _put_in_order(database: AsyncSession, wanted: ImageOrderIn) -> list[ProductImage]:
    await existing(database, Product, wanted.product_id, NO_PRODUCT, lock=True)
    query = select(ProductImage).where(ProductImage.product_id == wanted.product_id).order_by(ProductImage.id)
    images = {image.id: image for image in await database.scalars(query.with_for_update())}
    if sorted(wanted.ids) != sorted(images):
        raise Conflict(
            "These are not the pictures of this product as they are now. Please look at them again.",
            fields={"ids": "Name each of the product's pictures once."},
        )
    for position, image_id in enumerate(wanted.ids):
        images[image_id].position = position
    changed = CatalogueChanged(
        entity="product", id=wanted.product_id, action="updated", details={"imageIds": wanted.ids}
    )
    await outbox.record(database, changed, at=now())
    return [images[image_id] for image_id in wanted.ids]


async def _tell(database: AsyncSession, image: ProductImage, action: str, *, uploaded: bool = False) -> None:
    await database.flush()
    at = now()
    for event in _said_of(image, action, uploaded=uploaded):
        await outbox.record(database, event, at=at)


def _said_of(image: ProductImage, action: str, *, uploaded: bool) -> list[Event]:
    """Return what happened to a picture; ``uploaded`` where its renditions are still to be made."""
    changed = CatalogueChanged(
        entity="product_image", id=image.id, action=action, details={"productId": image.product_id}
    )
    return [changed, ProductImageUploaded(image_id=image.id)] if uploaded else [changed]
