"""Partial updates of a row by its id: the body has the fields to change and may repeat others unchanged.

``seen`` beside them has the values that the caller saw, so that nobody overwrites a change that they have not seen.
"""

import re
from collections.abc import Callable, Collection, Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, WithJsonSchema
from pydantic.alias_generators import to_camel, to_snake
from pydantic_core import from_json
from sqlalchemy.ext.asyncio import AsyncSession

from api.http.base_schemas import In
from api.http.request_bodies import NO_VALUE, check_same_id, require_fields, without_unchanged
from api.http.schema_types import STORED_VALUES, Id
from shop.db.base import LARGEST_KEY
from shop.errors import Conflict, Invalid, NotFound

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


def _read_object(value: Any) -> Any:
    if value is None or value in NO_VALUE:
        return {}
    try:
        return from_json(value) if isinstance(value, str) else value
    except ValueError:
        raise ValueError("must be an object in JSON") from None


Seen = Annotated[
    dict[str, Any],
    BeforeValidator(_read_object),
    WithJsonSchema({"anyOf": [{"type": "object"}, {"type": "string", "contentMediaType": "application/json"}]}),
]
"""Values by the name of their field; a form sends them as a text in JSON."""

OptionalId = Annotated[Id | None, BeforeValidator(_none_if_empty), WithJsonSchema(_OPTIONAL_ID)]


class WithOptionalId(In):
    """A body that may repeat the ``id`` of the URL, as the old client does: see ``docs/integrations.md``."""

    model_config = ConfigDict(use_enum_values=True)

    id: OptionalId = None


class WithSeen(In):
    """A change that may have ``seen``: the values of the sent fields as the caller saw them, by the field's name.

    If somebody else has changed one of these fields meanwhile, the response is 409: it names the fields with their new
    values, and its ``data`` is the row.
    """

    seen: Seen = Field(default_factory=dict)


class ChangedMeanwhile(Conflict):
    """Somebody else has changed a field since the caller saw it. ``data`` is the row as in responses."""

    code = "changed_meanwhile"

    def __init__(self, names: Collection[str], shown: BaseModel) -> None:
        row = shown.model_dump(mode="json", by_alias=True)
        fields = {name: _new_value(name, row.get(name, row.get(to_snake(name)))) for name in names}
        super().__init__(f"{' '.join(fields.values())} Please look at it again.", fields=fields, data=row)


def _new_value(name: str, value: Any) -> str:
    """Return the sentence on the new value of a field: ``Making charge is 900 now.``."""
    title = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[a-z]{2})(?=[0-9])", " ", name).capitalize()
    if isinstance(value, list | bool):
        return f"{title} changed meanwhile."
    if value is None or value == "":
        return f"{title} is empty now."
    if isinstance(value, str):
        return f"{title} is “{value[:100]}{'…' if len(value) > 100 else ''}” now."
    return f"{title} is {value:.15g} now."


def split_seen(fields: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of a change without ``seen``, and the values in ``seen``."""
    seen = WithSeen.model_validate({name: value for name, value in fields.items() if name == "seen"}).seen
    return {name: value for name, value in fields.items() if name != "seen"}, seen


def stale_fields(
    wanted: BaseModel, given: Collection[str], seen: Mapping[str, Any], present: Mapping[str, Any]
) -> list[str]:
    """Return the names on the wire of the given fields that differ from what the caller saw.

    A field that has the wanted value already is left out. Values are compared as the model reads them: ``"12"`` is
    12.0.

    :param present: the values of the row by the names of the model's fields.
    """
    names = {field.alias or to_camel(name): name for name, field in type(wanted).model_fields.items()}
    for unknown in seen.keys() - names.keys():
        raise Invalid("Please check: seen.", fields={"seen": f"There is no field {unknown[:100]}."})
    as_is = {alias: present[name] for alias, name in names.items() if name in present}
    context = {STORED_VALUES: frozenset(value for value in present.values() if isinstance(value, str | date))}

    def read(alias: str, value: Any) -> Any:
        try:
            return getattr(type(wanted).model_validate(as_is | {alias: value}, context=context), names[alias])
        except ValidationError:  # a row may be older than a rule
            return f"{float(value):.15g}" if isinstance(value, Decimal | float) else str(value)

    stale = []
    for alias in as_is.keys() & seen.keys():
        now = read(alias, as_is[alias])
        if names[alias] in given and now not in (read(alias, seen[alias]), getattr(wanted, names[alias])):
            stale.append(alias)
    return sorted(stale)


def refuse_stale(
    wanted: BaseModel, given: Collection[str], seen: Mapping[str, Any], row: Row, show: Callable[[Row], BaseModel]
) -> None:
    """Refuse a change of a row if somebody else has changed a given field since the caller saw it.

    :param show: returns the row as in responses.
    :raises ChangedMeanwhile: if there is such a field.
    """
    if stale := stale_fields(wanted, given, seen, values_of(type(wanted), row)):
        raise ChangedMeanwhile(stale, show(row))


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


def values_of(model: type[BaseModel], row: object) -> dict[str, Any]:
    """Return the values of a row by the names of the model's fields."""
    return {name: getattr(row, name) for name in model.model_fields if name != "id" and hasattr(row, name)}


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
