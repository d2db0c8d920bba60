"""The base classes of schemas, and the shapes that all responses have."""

from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

T = TypeVar("T")


class Out(BaseModel):
    """A part of a response. Names are camelCase on the wire, and every field is always present."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        from_attributes=True,
        json_schema_serialization_defaults_required=True,
    )


class In(BaseModel):
    """A part of a request. Names are camelCase on the wire. An unknown field is refused by name."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class Success(BaseModel, Generic[T]):
    """Every successful response."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, json_schema_serialization_defaults_required=True
    )

    code: int = 200
    message: str
    data: T
    success: bool = True
    error: bool = False


class PageOf(Success[list[T]], Generic[T]):
    """A page of a list of ``T``. ``nextCursor`` is null on the last page."""

    next_cursor: str | None = None


class Failure(BaseModel):
    """Every failed response. ``errors`` has a sentence for each invalid field."""

    code: int
    error: bool = True
    success: bool = False
    message: str
    errors: dict[str, str] = Field(default_factory=dict)
    data: Any = None


def exactly_one_of(*fields: str) -> dict[str, Any]:
    """Return a JSON schema that requires exactly one of these fields, named as on the wire."""
    return {"oneOf": [{"required": [field]} for field in fields]}
