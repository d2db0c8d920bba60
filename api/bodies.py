"""Reading a request's body: JSON, or a form where the caller sends one."""

from typing import Any, Literal, TypeVar

import pydantic_core
from fastapi import Request
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from shop.errors import Conflict, Invalid

Model = TypeVar("Model", bound=BaseModel)


async def read(request: Request, model: type[Model]) -> Model:
    """Return the body as ``model``.

    :raises Invalid: where it is not an object at all.
    :raises pydantic.ValidationError: where a field is unfit; each is named in the answer.
    """
    return model.model_validate(await content_of(request))


def check_same_id(named: int, repeated: int | Literal[""] | None) -> None:
    """Refuse a body that repeats another id than the one its address names.

    :raises Conflict: where they differ.
    """
    if repeated and repeated != named:
        sentence = f"The address names {named}, the body {repeated}."
        raise Conflict(f"{sentence} Please look at it again.", fields={"id": sentence})


def something(content: dict[str, Any]) -> dict[str, Any]:
    """Return what a change holds.

    :raises Invalid: where it holds nothing.
    """
    if not content:
        raise Invalid("There is nothing in it to change.")
    return content


MADE_BY_WORKERS = {"imageStatus", "status", "width", "height", "placeholder", "failure"}
"""What becomes of a picture while somebody edits the row that it belongs to, where no caller sets it."""


def without_repeats(content: dict[str, Any], model: type[BaseModel], shown: BaseModel) -> dict[str, Any]:
    """Return the content of a change without what it repeats of the row: the old client sends whole rows back.

    What is not as the row shows it stays, for the model to refuse it by name; but what workers made meanwhile, lists
    and objects are left out as they are.

    :param shown: the row as answers have it.
    """
    own = {field.alias for field in model.model_fields.values()}
    row = shown.model_dump(mode="json", by_alias=True)
    return {
        name: value
        for name, value in content.items()
        if name in own or name not in row or not (name in MADE_BY_WORKERS or _repeats(value, row[name]))
    }


def _repeats(sent: Any, shown: Any) -> bool:
    if isinstance(shown, list | dict):
        return isinstance(sent, list | dict)
    return sent == shown or _as_text(sent) == _as_text(shown)


def _as_text(value: Any) -> str:
    """Return how a form writes a value."""
    return "" if value is None else str(value)


async def content_of(request: Request) -> dict[str, Any]:
    """Return the body's fields, for a route that must see them to know what is meant.

    :raises Invalid: where it is not an object at all.
    """
    if request.headers.get("content-type", "").startswith(("multipart/form-data", "application/x-www-form")):
        if not hasattr(request.state, "form"):
            request.state.form = await _form_of(request)
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


async def _form_of(request: Request) -> dict[str, Any] | None:
    """Return a form's fields, or nothing where it cannot be read: there is no second time, as with other bodies."""
    try:
        async with request.form() as form:
            return dict(form)
    except (HTTPException, UnicodeError, LookupError):
        return None
