"""Creates, changes and deletes categories."""

from fastapi import Response
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.catalogue.schemas import CategoryOut
from api.catalogue.write_checks import InUse, unique_code
from api.categories.schemas import CategoryIn
from api.db.session import retrying
from api.http.idempotency import IdempotentRequest, Part
from api.http.partial_update import get_or_404, read_change, read_new, refuse_stale, split_seen
from api.http.uploads import FormWithImages, choose_image
from shop.catalogue.events import CatalogueChanged, CategoryImageUploaded
from shop.catalogue.model import Category, Product
from shop.clock import now
from shop.events import outbox
from shop.text.formatting import pluralize

MISSING = "Category not found"


async def add(database: AsyncSession, form: FormWithImages, idempotency: IdempotentRequest) -> Response:
    """Create a category with its image, once for each idempotency key.

    :raises Invalid: if the image is missing, or a field does not fit.
    :raises CodeTaken: if another category has the code, or one that differs by capitals only.
    """
    fields = read_new(CategoryIn, form.fields)
    form.require_image()
    parts: list[Part] = [fields, *await form.digests()]
    stored = await idempotency.stored_response(database, *parts)
    if stored is not None:
        return stored
    image = await choose_image(form)

    async def create() -> CategoryOut:
        category = Category(code=fields.code, name=fields.name, image_url="")
        if image:
            image.assign_to(category)
        async with unique_code(database, category):
            database.add(category)
        await _record(database, category, "created", has_new_image=True)
        return CategoryOut.model_validate(category)

    return await idempotency.run(database, "Category added successfully", create, *parts)


async def change(database: AsyncSession, category_id: int, form: FormWithImages) -> Category:
    """Change the given fields of a category.

    :raises NotFound: if there is no such category.
    :raises CodeTaken: if another category has the code, or one that differs by capitals only.
    :raises ChangedMeanwhile: if a field no longer has the value that the caller saw.
    """
    category = await get_or_404(database, Category, category_id, MISSING)
    shown = CategoryOut.model_validate(category)
    sent, seen = split_seen(form.fields)
    fields, given = read_change(CategoryIn, category, category_id, sent, shown=shown, has_more=form.has_images)
    form.ignore_unchanged(category.image_url)
    await database.commit()
    image = await choose_image(form)

    async def update() -> Category:
        category = await get_or_404(database, Category, category_id, MISSING, lock=True)
        refuse_stale(fields, given, seen, category, CategoryOut.model_validate)
        async with unique_code(database, category):
            for name, value in given.items():
                setattr(category, name, value)
        if image:
            image.assign_to(category)
        await _record(database, category, "updated", has_new_image=image is not None)
        return category

    return await retrying(database, update)


async def delete(database: AsyncSession, category_id: int) -> None:
    """Delete a category.

    :raises NotFound: if there is no such category.
    :raises InUse: if products belong to it.
    """
    category = await get_or_404(database, Category, category_id, MISSING, lock=True)
    products = await database.scalar(select(func.count()).where(Product.category_id == category_id)) or 0
    if products:
        raise InUse(
            f"{category.name} cannot be deleted: it holds {pluralize(products, 'product', 'products')}.",
            data={"products": products},
        )
    await database.delete(category)
    await _record(database, category, "deleted")


async def _record(database: AsyncSession, category: Category, action: str, *, has_new_image: bool = False) -> None:
    details = {"code": category.code, "name": category.name}
    details |= {"imageUrl": category.image_url, "imageStatus": category.image_status}
    at = now()
    changed = CatalogueChanged(entity="category", id=category.id, action=action, details=details)
    await outbox.record(database, changed, at=at)
    if has_new_image:
        await outbox.record(database, CategoryImageUploaded(category_id=category.id), at=at)
