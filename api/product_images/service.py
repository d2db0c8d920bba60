"""Add, change, order and delete images of products."""

from collections.abc import Sequence

from fastapi import Response
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.db.session import retrying
from api.http.idempotency import IdempotentRequest, Part
from api.http.partial_update import get_or_404, read_change, read_new, refuse_stale, split_seen
from api.http.uploads import FormWithImages, choose_image
from api.product_images.schemas import MAX_PRODUCT_IMAGES, ImageIn, ImageOrderIn
from api.products.schemas import AdminImageOut, ListedImageOut
from shop.catalogue.events import CatalogueChanged
from shop.catalogue.model import Product
from shop.clock import now
from shop.errors import Conflict, Invalid
from shop.events import outbox
from shop.product_images.events import ProductImageUploaded
from shop.product_images.model import ProductImage

MISSING = "Product image not found"
NO_PRODUCT = "Product not found"


def listed(image: ProductImage, product_name: str) -> ListedImageOut:
    """Return an image in the form of the list of images."""
    return ListedImageOut.model_validate(dict(AdminImageOut.model_validate(image)) | {"product_name": product_name})


async def attach_images(database: AsyncSession, product_id: int, originals: Sequence[str]) -> None:
    """Append images to those of a product, and record that they were uploaded. The caller holds the product's lock.

    :raises Invalid: if the product would have too many images.
    """
    if not originals:
        return
    first = await _next_position(database, product_id, len(originals))
    images = [
        ProductImage(product_id=product_id, position=position, type="gallery" if position else "thumbnail")
        for position in range(first, first + len(originals))
    ]
    for image, original in zip(images, originals, strict=True):
        image.set_upload(original)
    database.add_all(images)
    await database.flush()
    for image in images:
        await outbox.record(database, ProductImageUploaded(image_id=image.id), at=now())


async def add_image(database: AsyncSession, form: FormWithImages, idempotency: IdempotentRequest) -> Response:
    """Add an image to a product once for each idempotency key.

    :raises Invalid: if the form has no image, or the product has too many.
    :raises NotFound: if there is no such product.
    """
    body = read_new(ImageIn, form.fields)
    form.require_image()
    parts: list[Part] = [body, *await form.digests()]
    before = await idempotency.stored_response(database, *parts)
    if before is not None:
        return before
    await get_or_404(database, Product, body.product_id, NO_PRODUCT)
    await database.commit()  # storing the file must not hold a connection
    chosen = await choose_image(form)

    async def add() -> AdminImageOut:
        await get_or_404(database, Product, body.product_id, NO_PRODUCT, lock=True)
        position = await _next_position(database, body.product_id, 1)
        image = ProductImage(product_id=body.product_id, type=body.type, position=position)
        if chosen:
            chosen.assign_to(image)
        database.add(image)
        await _record(database, image, "created", uploaded=True)
        return AdminImageOut.model_validate(image)

    return await idempotency.run(database, "Product image added successfully", add, *parts)


async def change_image(database: AsyncSession, image_id: int, form: FormWithImages) -> ProductImage:
    """Change the given fields of an image, and replace the picture if the form has another one.

    An image that moves to another product becomes the last one there.

    :raises Invalid: if the other product has too many images.
    :raises NotFound: if there is no such image or product.
    :raises ChangedMeanwhile: if a field no longer has the value that the caller saw.
    """
    image = await get_or_404(database, ProductImage, image_id, MISSING)
    product = await get_or_404(database, Product, image.product_id, NO_PRODUCT)
    shown = listed(image, product.name)
    sent, seen = split_seen(form.fields)
    wanted, given = read_change(ImageIn, image, image_id, sent, shown=shown, has_more=form.has_images)
    form.ignore_unchanged(image.image_url)
    await database.commit()  # storing the file must not hold a connection
    chosen = await choose_image(form)

    async def change() -> ProductImage:
        if "product_id" in given:
            await get_or_404(database, Product, given["product_id"], NO_PRODUCT, lock=True)
        image = await get_or_404(database, ProductImage, image_id, MISSING, lock=True)
        refuse_stale(wanted, given, seen, image, AdminImageOut.model_validate)
        product_id = given.get("product_id", image.product_id)
        if product_id != image.product_id:
            image.position = await _next_position(database, product_id, 1, field="productId")
        for name, value in given.items():
            setattr(image, name, value)
        if chosen:
            chosen.assign_to(image)
        await _record(database, image, "updated", uploaded=chosen is not None)
        return image

    return await retrying(database, change)


async def delete_image(database: AsyncSession, image_id: int) -> None:
    """Delete an image.

    :raises NotFound: if there is no such image.
    """
    image = await get_or_404(database, ProductImage, image_id, MISSING, lock=True)
    await database.delete(image)
    await _record(database, image, "deleted")


async def order_images(database: AsyncSession, order: ImageOrderIn) -> list[ProductImage]:
    """Set the order of a product's images.

    :raises NotFound: if there is no such product.
    :raises Conflict: if the ids are not those of all images of the product.
    """
    await get_or_404(database, Product, order.product_id, NO_PRODUCT, lock=True)
    query = select(ProductImage).where(ProductImage.product_id == order.product_id).order_by(ProductImage.id)
    images = {image.id: image for image in await database.scalars(query.with_for_update())}
    if sorted(order.ids) != sorted(images):
        raise Conflict(
            "These are not the pictures of this product as they are now. Please look at them again.",
            fields={"ids": "Name each of the product's pictures once."},
        )
    for position, image_id in enumerate(order.ids):
        images[image_id].position = position
    changed = CatalogueChanged(entity="product", id=order.product_id, action="updated", details={"imageIds": order.ids})
    await outbox.record(database, changed, at=now())
    return [images[image_id] for image_id in order.ids]


async def _next_position(database: AsyncSession, product_id: int, count: int, *, field: str = "imageUrl") -> int:
    """Return the position after the images of a product, if it may have so many more.

    :raises Invalid: for this ``field``, if it would have too many.
    """
    position = func.coalesce(func.max(ProductImage.position) + 1, 0)
    query = select(position, func.count()).where(ProductImage.product_id == product_id)
    next_position, existing = (await database.execute(query)).one()
    if existing + count > MAX_PRODUCT_IMAGES:
        message = f"A product has {MAX_PRODUCT_IMAGES} pictures at most."
        raise Invalid(message, fields={field: message})
    return int(next_position)


async def _record(database: AsyncSession, image: ProductImage, action: str, *, uploaded: bool = False) -> None:
    """Record the events of a change. ``uploaded`` is whether the worker has to render the image."""
    await database.flush()
    at, details = now(), {"productId": image.product_id}
    changed = CatalogueChanged(entity="product_image", id=image.id, action=action, details=details)
    await outbox.record(database, changed, at=at)
    if uploaded:
        await outbox.record(database, ProductImageUploaded(image_id=image.id), at=at)
