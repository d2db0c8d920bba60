"""Changes of a row by its id, of which a body may name some fields, and repeat what it does not change."""

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, WithJsonSchema
from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from api.bodies import check_same_id, something, without_repeats
from api.shapes import KEPT, Id, In
from shop.db.base import LARGEST_KEY
from shop.errors import Invalid, NotFound

_MAYBE_ID = {
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": LARGEST_KEY},
        {"type": "string", "const": ""},
        {"type": "null"},
    ]
}

Row = TypeVar("Row")
Model = TypeVar("Model", bound="Identified")


def _none_if_empty(value: Any) -> Any:
    return None if value == "" else value


MaybeId = Annotated[Id | None, BeforeValidator(_none_if_empty), WithJsonSchema(_MAYBE_ID)]


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
    model: type[Model],
    row: object,
    row_id: int,
    fields: dict[str, Any],
    *,
    shown: BaseModel | None = None,
    has_more: bool = False,
) -> tuple[Model, dict[str, Any]]:
    """Return a row as the change leaves it, and what of it was given.

    What is not given stays; what is given must be as fit as for something new.

    :param shown: the row as answers have it, where that holds more than the model: it may be repeated.
    :param has_more: whether the body holds something besides these fields, such as a picture.
    :raises Invalid: where nothing is given.
    :raises Conflict: where the body is about another row.
    """
    if shown:
        fields = without_repeats(fields, model, shown)
    if not has_more:
        something(fields)
    names = {name: field.alias or to_camel(name) for name, field in model.model_fields.items() if name != "id"}
    as_is = {alias: getattr(row, name) for name, alias in names.items()}
    wanted = model.model_validate(as_is | fields, context=kept_texts(row))
    check_same_id(row_id, wanted.id)
    given = {name for name, alias in names.items() if alias in fields}
    return wanted, wanted.model_dump(include=given)


def kept_texts(row: object) -> dict[str, Any]:
    """Return the context in which a change of a row is read: a text that it has already may be from before a rule."""
    return {KEPT: frozenset(value for value in vars(row).values() if isinstance(value, str))}


async def existing(database: AsyncSession, model: type[Row], row_id: int, missing: str, *, lock: bool = False) -> Row:
    """Return a row, as it is now where it is locked.

    :raises NotFound: with the sentence ``missing``.
    """
    row = await database.get(model, row_id, with_for_update=lock or None, populate_existing=lock)
    if row is None:
        raise NotFound(missing)
    return row
