"""Routes that change categories. :mod:`api.catalogue.routes` lists them."""

from fastapi import Request, Response

from api.auth.policy import Granted
from api.catalogue.schemas import CategoryOut
from api.categories import service
from api.categories.schemas import CategoryChangeForm, CategoryForm
from api.db.session import Database, retrying
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.schema_types import Id
from api.http.uploads import read_form
from api.openapi.description import call

router = feature_router("catalogue")


@router.post(
    "/category/", response_model=Success[CategoryOut], **call(CategoryForm, form=True, creates=True, refuses=(409,))
)
async def add_category(request: Request, database: Database, grant: Granted, idempotency: Idempotency) -> Response:
    """Add a category with its picture."""
    async with read_form(request, grant) as form:
        return await service.add(database, form, idempotency)


@router.post("/category/?id={id}", **call(CategoryChangeForm, form=True, partial=True, refuses=(404, 409)))
async def change_category(request: Request, database: Database, grant: Granted, id: Id) -> Success[CategoryOut]:
    """Change the given fields of a category. Omitted fields stay as they are."""
    async with read_form(request, grant) as form:
        category = await service.change(database, id, form)
    return Success(message="Category updated successfully", data=CategoryOut.model_validate(category))


@router.delete("/category/?id={id}", **call(refuses=(404, 409)))
async def delete_category(database: Database, _: Granted, id: Id) -> Success[None]:
    """Delete a category without products. Otherwise the response is 409 with the number of its products."""
    await retrying(database, lambda: service.delete(database, id))
    return Success(message="Category deleted successfully", data=None)
