"""Partial updates of a row by its id: the body has the fields to change and may repeat others unchanged."""

from datetime import date
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, WithJsonSchema
from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from api.http.base_schemas import In
from api.http.request_bodies import check_same_id, require_fields, without_unchanged
from api.http.schema_types import STORED_VALUES, Id
from shop.db.base import LARGEST_KEY
from shop.errors import Invalid, NotFound

_OPTIONAL_ID = {
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": LARGEST_KEY},
        {"type": "string", "const": ""},
        {"type": "null"},
    ]
}

Row = TypeVar("Row")
Model = TypeVar("Model", bound="WithOptionalId")


def _none_if_empty(value: Any) -> Any:
    return None if value == "" else value


OptionalId = Annotated[Id | None, BeforeValidator(_none_if_empty), WithJsonSchema(_OPTIONAL_ID)]


class WithOptionalId(In):
    """A body that may repeat the ``id`` of the URL, as the old client does."""

    model_config = ConfigDict(use_enum_values=True)

    id: OptionalId = None


def read_new(model: type[Model], fields: dict[str, Any]) -> Model:
    """Return the fields of a new row.

    :raises Invalid: if an id is given.
    """
    body = model.model_validate(fields)
    if body.id:
        message = "To change something that is there, name its id in the address: ?id="
        raise Invalid(message, fields={"id": message})
    return body


def read_change(
    model: type[Model],
    row: object,
    row_id: int,
    fields: dict[str, Any],
    *,
    shown: BaseModel | None = None,
    has_more: bool = False,
) -> tuple[Model, dict[str, Any]]:
    """Return the row with the change applied, and the given fields alone.

    Omitted fields keep their values. Given fields are validated like those of a new row.

    :param shown: the row as in responses, if it has more fields than the model. The body may repeat those.
    :param has_more: whether the body has something besides these fields, such as an image.
    :raises Invalid: if nothing is given.
    :raises Conflict: if the body has the id of another row.
    """
    if shown:
        fields = without_unchanged(fields, model, shown)
    if not has_more:
        require_fields(fields)
    names = {name: field.alias or to_camel(name) for name, field in model.model_fields.items() if name != "id"}
    as_is = {alias: getattr(row, name) for name, alias in names.items()}
    changed = model.model_validate(as_is | fields, context=stored_values(row))
    check_same_id(row_id, changed.id)
    given = {name for name, alias in names.items() if alias in fields}
    return changed, changed.model_dump(include=given)


def stored_values(row: object) -> dict[str, Any]:
    """Return the context for validating a change of a row. Its texts and days may be older than a rule for them."""
    return {STORED_VALUES: frozenset(value for value in vars(row).values() if isinstance(value, str | date))}


async def get_or_404(database: AsyncSession, model: type[Row], row_id: int, missing: str, *, lock: bool = False) -> Row:
    """Return a row by its id. With ``lock`` it is locked for update and read again.

    :raises NotFound: with the message ``missing``.
    """
    row = await database.get(model, row_id, with_for_update=lock or None, populate_existing=lock)
    if row is None:
        raise NotFound(missing)
    return row
