"""Categories as admins keep them. Everyone reads them through :mod:`api.catalogue.routes`."""

from fastapi import Request, Response
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.catalogue.changes import Code, InUse, Name, counted, one_code
from api.catalogue.product_schemas import File
from api.catalogue.schemas import CategoryOut
from api.changes import Identified, existing, read_change, read_new
from api.database import Database, retrying
from api.idempotency import AddsOnce, Once, Part
from api.openapi import call
from api.policy import Granted
from api.routing import feature
from api.shapes import Id, Success
from api.uploads import Form, choose, read_form
from shop.catalogue.events import CatalogueChanged, CategoryImageUploaded
from shop.catalogue.model import Category, Product
from shop.clock import now
from shop.errors import Invalid
from shop.events import outbox

router = feature("catalogue")

MISSING = "Category not found"


class CategoryIn(Identified):
    code: Code
    name: Name


class CategoryForm(CategoryIn):
    """As the form sends it: ``imageUrl`` is a file, or the address of a picture that the shop has."""

    image_url: File


@router.post(
    "/category/", response_model=Success[CategoryOut], **call(CategoryForm, form=True, anew=True, refuses=(409,))
)
async def add_category(request: Request, database: Database, _: Granted, once: AddsOnce) -> Response:
    """Add a category with its picture."""
    await database.commit()
    async with read_form(request) as form:
        return await _add(database, form, once)


@router.post("/category/?id={id}", **call(CategoryForm, form=True, partly=True, refuses=(404, 409)))
async def change_category(
    request: Request,
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[CategoryOut]:
    """Change what is given of a category; the rest stays as it is."""
    await database.commit()
    async with read_form(request) as form:
        category = await _change(database, id, form)
    return Success(message="Category updated successfully", data=CategoryOut.model_validate(category))


@router.delete("/category/?id={id}", **call(refuses=(404, 409)))
async def delete_category(
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002
) -> Success[None]:
    """Delete a category that holds no products; else 409 says how many it holds."""
    await retrying(database, lambda: _delete(database, id))
    return Success(message="Category deleted successfully", data=None)


async def _add(database: AsyncSession, form: Form, once: Once) -> Response:
    wanted = read_new(CategoryIn, form.fields)
    if not form.has_pictures:
        raise Invalid("Image is required", fields={"imageUrl": "Image is required"})
    parts: list[Part] = [wanted, *await form.digests()]
    before = await once.answered(database, *parts)
    if before is not None:
        return before
    picture = await choose(form)

    async def add() -> Success[CategoryOut]:
        category = Category(code=wanted.code, name=wanted.name, image_url="")
        if picture:
            picture.give(category)
        async with one_code(database, wanted.code):
            database.add(category)
        await _tell(database, category, "created", has_other_picture=True)
        return Success(message="Category added successfully", data=CategoryOut.model_validate(category))

    return await once.add(database, add, *parts)


async def _change(database: AsyncSession, category_id: int, form: Form) -> Category:
    category = await existing(database, Category, category_id, MISSING)
    shown = CategoryOut.model_validate(category)
    wanted, given = read_change(CategoryIn, category, category_id, form.fields, shown=shown, has_more=form.has_pictures)
    if form.addresses == [category.image_url] and not form.has_originals:
        form.addresses.clear()
    await database.commit()
    picture = await choose(form)

    async def change() -> Category:
        category = await existing(database, Category, category_id, MISSING, lock=True)
        async with one_code(database, wanted.code):
            for name, value in given.items():
                setattr(category, name, value)
        if picture:
            picture.give(category)
        await _tell(database, category, "updated", has_other_picture=picture is not None)
        return category

    return await retrying(database, change)


async def _delete(database: AsyncSession, category_id: int) -> None:
    category = await existing(database, Category, category_id, MISSING, lock=True)
    held = await database.scalar(select(func.count()).where(Product.category_id == category_id)) or 0
    if held:
        raise InUse(
            f"{category.name} cannot be deleted: it holds {counted(held, 'product', 'products')}.",
            data={"products": held},
        )
    await database.delete(category)
    await _tell(database, category, "deleted")


async def _tell(database: AsyncSession, category: Category, action: str, *, has_other_picture: bool = False) -> None:
    details = {"code": category.code, "name": category.name}
    details |= {"imageUrl": category.image_url, "imageStatus": category.image_status}
    at = now()
    changed = CatalogueChanged(entity="category", id=category.id, action=action, details=details)
    await outbox.record(database, changed, at=at)
    if has_other_picture:
        await outbox.record(database, CategoryImageUploaded(category_id=category.id), at=at)
