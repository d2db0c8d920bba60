"""What all changes of the catalogue share: their texts, one code for one thing, and the ids that a body repeats."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, ConfigDict, WithJsonSchema
from pydantic.alias_generators import to_camel
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from api.bodies import check_same_id, something
from api.shapes import Id, In, Written
from shop.catalogue.limits import LONGEST_CODE, LONGEST_NAME
from shop.catalogue.model import Activity, Category, Vendor
from shop.errors import Conflict, Invalid, NotFound

_MAYBE_ID = {
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": 2**31 - 1},
        {"type": "string", "const": ""},
        {"type": "null"},
    ]
}

Row = TypeVar("Row")
Model = TypeVar("Model", bound="Identified")


def _none_if_empty(value: Any) -> Any:
    return None if value == "" else value


MaybeId = Annotated[Id | None, BeforeValidator(_none_if_empty), WithJsonSchema(_MAYBE_ID)]
Code = Annotated[str, Written(LONGEST_CODE, least=1)]
Name = Annotated[str, Written(LONGEST_NAME, least=1)]

_UNIQUE = "23505"
_SHARED = {"read": True}


class CodeTaken(Conflict):
    """Something else has this code."""

    code = "code_taken"


class InUse(Conflict):
    """It cannot be deleted, because something holds it. ``data`` says how many."""

    code = "in_use"


class Identified(In):
    """A body that may repeat the ``id`` of the address, as the old client sends it."""

    model_config = ConfigDict(use_enum_values=True)

    id: MaybeId = None


def read_new(model: type[Model], fields: dict[str, Any]) -> Model:
    """Return the fields of something new.

    :raises Invalid: where it names an id already.
    """
    wanted = model.model_validate(fields)
    if wanted.id:
        message = "To change something that is there, name its id in the address: ?id="
        raise Invalid(message, fields={"id": message})
    return wanted


def read_change(
    model: type[Model], row: object, row_id: int, fields: dict[str, Any], *, has_more: bool = False
) -> tuple[Model, dict[str, Any]]:
    """Return a row as the change leaves it, and what of it was given.

    What is not given stays; what is given must be as fit as for something new.

    :param has_more: whether the body holds something besides these fields, such as a picture.
    :raises Invalid: where nothing is given.
    :raises Conflict: where the body is about another row.
    """
    if not has_more:
        something(fields)
    names = {name: field.alias or to_camel(name) for name, field in model.model_fields.items() if name != "id"}
    wanted = model.model_validate({alias: getattr(row, name) for name, alias in names.items()} | fields)
    check_same_id(row_id, wanted.id)
    given = {name for name, alias in names.items() if alias in fields}
    return wanted, wanted.model_dump(include=given)


async def existing(database: AsyncSession, model: type[Row], row_id: int, missing: str, *, lock: bool = False) -> Row:
    """Return a row, as it is now where it is locked.

    :raises NotFound: with the sentence ``missing``.
    """
    row = await database.get(model, row_id, with_for_update=lock or None, populate_existing=lock)
    if row is None:
        raise NotFound(missing)
    return row


@asynccontextmanager
async def one_code(database: AsyncSession, code: str) -> AsyncIterator[None]:
    """Write what the body of the context did, whose code must be its own.

    :raises CodeTaken: where something else has it; nothing is changed.
    """
    try:
        async with database.begin_nested():
            yield
            await database.flush()
    except IntegrityError as error:
        if getattr(error.orig, "sqlstate", None) != _UNIQUE:
            raise
        raise CodeTaken(f"There is already one with the code {code}.", fields={"code": "This code is taken."}) from None


def counted(count: int, one: str, many: str) -> str:
    """Write how many there are, as in ``1 product`` and ``12 products``."""
    return f"1 {one}" if count == 1 else f"{count} {many}"


async def check_choices(database: AsyncSession, given: dict[str, Any]) -> None:
    """Hold the category and the vendor that were chosen as they are.

    :raises NotFound, Conflict: where there is no such category or vendor, or the vendor is in active.
    """
    if "category_id" in given and await database.get(Category, given["category_id"], with_for_update=_SHARED) is None:
        raise NotFound("There is no such category.", fields={"categoryId": "There is no such category."})
    if "vendor_id" in given:
        vendor = await database.get(Vendor, given["vendor_id"], with_for_update=_SHARED, populate_existing=True)
        if vendor is None:
            raise NotFound("There is no such vendor.", fields={"vendorId": "There is no such vendor."})
        if vendor.status != Activity.ACTIVE:
            message = f"{vendor.name} is in active."
            raise Conflict(message, fields={"vendorId": message})
