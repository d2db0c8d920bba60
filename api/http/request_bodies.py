"""Read a request's body: a JSON object or a form."""

from typing import Any, Literal, TypeVar

import pydantic_core
from fastapi import Request
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from shop.errors import Conflict, Invalid

Model = TypeVar("Model", bound=BaseModel)

SET_BY_WORKERS = {"imageStatus", "status", "width", "height", "placeholder", "failure"}
"""Fields of images that workers set. They may change while somebody edits the row of the image."""

NO_VALUE = ("", "null", "None")
"""Form values that mean no value. Browsers send JavaScript's null as a word."""


async def read_body(request: Request, model: type[Model]) -> Model:
    """Return the body as ``model``.

    :raises Invalid: if it is not an object.
    :raises pydantic.ValidationError: if a field is invalid; the response names each.
    """
    return model.model_validate(await read_fields(request))


async def read_fields(request: Request) -> dict[str, Any]:
    """Return the body's fields, for a route that chooses the model by them.

    :raises Invalid: if the body is not an object.
    """
    if request.headers.get("content-type", "").startswith(("multipart/form-data", "application/x-www-form")):
        if not hasattr(request.state, "form"):
            request.state.form = await _read_form(request)
        if request.state.form is None:
            raise Invalid("The form cannot be read.")
        return dict(request.state.form)
    try:
        content = pydantic_core.from_json(await request.body() or b"{}")
    except ValueError:
        raise Invalid("The body is not valid JSON.") from None
    if not isinstance(content, dict):
        raise Invalid("The body must be a JSON object.")
    return content


async def _read_form(request: Request) -> dict[str, Any] | None:
    """Return a form's fields, or None if it cannot be parsed. The result is stored, as the stream is read only once."""
    try:
        async with request.form() as form:
            return dict(form)
    except (HTTPException, UnicodeError, LookupError):
        return None


def check_same_id(row_id: int, repeated: int | Literal[""] | None) -> None:
    """Check that the id in a body, if any, equals the id in the URL.

    :raises Conflict: if they differ.
    """
    if repeated and repeated != row_id:
        sentence = f"The address names {row_id}, the body {repeated}."
        raise Conflict(f"{sentence} Please look at it again.", fields={"id": sentence})


def require_fields(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a change.

    :raises Invalid: if there are none.
    """
    if not fields:
        raise Invalid("There is nothing in it to change.")
    return fields


def without_unchanged(fields: dict[str, Any], model: type[BaseModel], shown: BaseModel) -> dict[str, Any]:
    """Return the fields of a change without those that repeat the row's values.

    The old client, which ``docs/integrations.md`` describes, sends whole rows.
    A field that the model lacks and that differs from the row stays, so that the model refuses it by name. Lists,
    objects and fields that workers set are always dropped.

    :param shown: the row as in responses.
    """
    own = {field.alias for field in model.model_fields.values()}
    row = shown.model_dump(mode="json", by_alias=True)
    return {
        name: value
        for name, value in fields.items()
        if name in own or name not in row or not (name in SET_BY_WORKERS or _is_repeated(value, row[name]))
    }


def _is_repeated(sent: Any, shown: Any) -> bool:
    if isinstance(shown, list | dict):
        return isinstance(sent, list | dict)
    return sent == shown or (sent in NO_VALUE if shown is None else str(sent) == str(shown))
