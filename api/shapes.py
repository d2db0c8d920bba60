"""The shapes that every answer has, and the types that schemas share."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Generic, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, StringConstraints
from pydantic.alias_generators import to_camel

from shop.catalogue.limits import LONGEST_PROSE
from shop.clock import iso

T = TypeVar("T")


def _plain(value: str) -> str:
    if "\x00" in value:
        raise ValueError("must not hold a NUL character")
    return value


def _no_truth(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("must be a number")  # noqa: TRY004 - pydantic makes a refusal of this one only
    return value


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


Text = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500), AfterValidator(_plain)]
Filled = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), AfterValidator(_plain)]
Prose = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_PROSE), AfterValidator(_plain)
]
Number = Annotated[Decimal, PlainSerializer(_number, return_type=int | float)]
Time = Annotated[datetime, PlainSerializer(iso, return_type=str)]
Id = Annotated[int, Field(ge=1, le=2**31 - 1), BeforeValidator(_no_truth)]


class Out(BaseModel):
    """What goes out: camelCase on the wire."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


class In(BaseModel):
    """What comes in: camelCase on the wire; a field that is not known is refused by name."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class Success(BaseModel, Generic[T]):
    """Every answer that is no failure."""

    code: int = 200
    message: str
    data: T
    success: bool = True
    error: bool = False


class PageOf(Success[T], Generic[T]):
    """A list that may go on: ``nextCursor`` is there when more rows follow."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    next_cursor: str | None = None


class Failure(BaseModel):
    """Every failure, whatever its cause."""

    code: int
    error: bool = True
    success: bool = False
    message: str
    errors: dict[str, str] = Field(default_factory=dict)
    data: Any = None
