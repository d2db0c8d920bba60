"""Pictures of products: uploaded, put in order, replaced, removed."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Query, Request
from pydantic import Field
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.bodies import read
from api.cache.middleware import note_unpublished
from api.catalogue.product_schemas import AdminImageOut, File, ListedImageOut
from api.catalogue.schemas import ImageOut
from api.changes import Identified, existing, read_change, read_new
from api.database import Database, ShortTrips, retrying
from api.openapi import call
from api.policy import Granted
from api.routing import feature
from api.shapes import Id, In, Out, PageOf, Success, Written
from api.uploads import Form, choose, read_form
from shop.audit.acting import Actor, acting
from shop.catalogue import hanging, queries
from shop.catalogue.events import CatalogueChanged, ProductImageUploaded
from shop.catalogue.hanging import MOST_OF_ONE
from shop.catalogue.model import Product, ProductImage
from shop.clock import now
from shop.database import LARGEST_KEY
from shop.errors import Conflict, Invalid, NotFound
from shop.events import outbox
from shop.trips import Trip, Trips

router = feature("catalogue")

PAGE = 200
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
        [upload] = await form.originals()
    return Success(message="Picture uploaded", data=UploadOut(upload=upload))


@router.post("/productimage/", **call(ImageForm, form=True, anew=True, refuses=(404,)))
async def add_product_image(request: Request, trips: ShortTrips, grant: Granted) -> Success[AdminImageOut]:
    """Add a picture to a product.

    The answer comes once the original is kept; ``status`` is ``processing`` until the event ``product_image.ready`` or
    ``product_image.failed``.
    """
    async with read_form(request) as form:
        image = await _add(trips, form, grant.actor)
    if form.has_originals:  # a new original shows once something is made of it
        note_unpublished(request)
    return Success(message="Product image added successfully", data=image)


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
    place = func.coalesce(func.max(ProductImage.position) + 1, 0)
    query = select(place, func.count()).where(ProductImage.product_id == product_id)
    first, there = (await database.execute(query)).one()
    if there + len(originals) > MOST_OF_ONE:
        raise hanging.no_room()
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


async def _add(trips: Trips, form: Form, actor: Actor | None) -> AdminImageOut:
    wanted = read_new(ImageIn, form.fields)
    if not form.has_pictures:
        raise Invalid("Image is required", fields={"imageUrl": "Image is required"})
    seen = await trips.ask(hanging.look(wanted.product_id))
    if not seen:
        raise NotFound(NO_PRODUCT)
    picture = await choose(form)
    image = ProductImage(id=seen[0].image_id, product_id=wanted.product_id, type=wanted.type)
    if picture:
        picture.give(image)

    async def add(trip: Trip) -> AdminImageOut:
        named = [acting(actor)] if actor else []
        held, hung, *_ = (await trip.commit(*named, *hanging.hang(image)))[len(named) :]
        if not held:
            raise NotFound(NO_PRODUCT)
        if not hung:
            raise hanging.no_room()
        return AdminImageOut.model_validate(hung[0])

    return await trips.retrying(add)


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
    for event in hanging.said_of(image, action, uploaded=uploaded):
        await outbox.record(database, event, at=at)
