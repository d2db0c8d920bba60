"""The shapes that every answer has, and the types that schemas share."""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Query
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainSerializer,
    ValidationInfo,
    WithJsonSchema,
)
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema, core_schema

from shop import texts
from shop.catalogue.limits import LONGEST_PROSE
from shop.clock import INDIA, iso
from shop.db.base import LARGEST_KEY
from shop.errors import NotFound
from shop.numbers import plain_number

T = TypeVar("T")


def no_truth(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("must be a number")  # noqa: TRY004 - pydantic makes a refusal of this one only
    return value


_LONGEST = 40
_FIGURE = re.compile(rf"-?[0-9]{{1,{_LONGEST}}}(\.[0-9]{{1,{_LONGEST}}})?")
"""A figure as a text has it, with so many digits at most on either side of its point."""


def _of_digits(most: int) -> str:
    """Return the pattern of whole figures of so many digits, with noughts before them."""
    return f"0{{0,{_LONGEST - most}}}[0-9]{{1,{most}}}"


@dataclass(frozen=True)
class Figure:
    """Marks a decimal of ``least`` to ``most`` with so many ``places``, or any: a number, or a form's text of one."""

    most: int | str
    places: int | None = None
    least: str = "0"

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        least, most = Decimal(self.least), Decimal(self.most)
        figure = core_schema.decimal_schema(ge=least, le=most, decimal_places=self.places, allow_inf_nan=False)
        return core_schema.no_info_before_validator_function(self._written, figure)

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, _handler: GetJsonSchemaHandler) -> dict[str, Any]:
        number = {"type": "number", "minimum": float(self.least), "maximum": float(self.most)}
        if self.places is not None:
            number["multipleOf"] = float(f"1e-{self.places}")
        return {"anyOf": [number, {"type": "string", "pattern": self._pattern}]}

    @property
    def _pattern(self) -> str:
        something = "(?=.*[1-9])" if Decimal(self.least) > 0 else ""
        below = f"|-{self._up_to(self.least[1:])}" if Decimal(self.least) < 0 else ""
        return f"^{something}({self._up_to(str(self.most))}{below})$"

    def _up_to(self, most: str) -> str:
        """Return the pattern of figures up to one that is written with nines, or with a one and noughts."""
        whole = most.partition(".")[0]
        places = self.places if self.places is not None else _LONGEST
        behind = rf"(\.[0-9]{{1,{places}}}0{{0,{_LONGEST - places}}})?" if places else ""
        if whole.strip("0") != "1":
            return _of_digits(len(whole)) + behind
        noughts = rf"(\.0{{1,{_LONGEST}}})?" if places else ""
        return f"({_of_digits(len(whole) - 1)}{behind}|0{{0,{_LONGEST - len(whole)}}}{whole}{noughts})"

    def _written(self, value: Any) -> Any:
        if isinstance(value, str):
            value = value.strip()
            if not _FIGURE.fullmatch(value):
                raise ValueError("must be a number")
        return no_truth(value)


def _written_day(value: Any) -> Any:
    """Let nothing but a written day through: pydantic takes seconds since 1970 for one as well."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value.strip()):
        return value.strip()
    if type(value) is date:
        return value
    raise ValueError("must be a day such as 2026-11-20")


_BEGINS_WITH_A_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ]")


def _written_moment(value: Any) -> Any:
    if isinstance(value, str) and _BEGINS_WITH_A_DAY.match(value):
        return value
    return f"{_written_day(value)}T00:00:00+05:30"


_FIRST, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=INDIA)


def _on_the_calendar(at: datetime) -> datetime:
    """Take a time without a zone as India's, and the nearest that the calendar has both there and in UTC."""
    at = at if at.tzinfo else at.replace(tzinfo=INDIA)
    return min(max(at, _FIRST), _LAST).astimezone(UTC)


def _day_of_moment(value: Any) -> Any:
    """Take a time for the day that it is in India then."""
    if isinstance(value, str) and len(value) > len("2026-11-20") and _BEGINS_WITH_A_DAY.match(value):
        with suppress(ValueError, OverflowError):
            moment = datetime.fromisoformat(value)
            return (moment.astimezone(INDIA) if moment.tzinfo else moment).date()
    return _written_day(value)


Day = Annotated[date, BeforeValidator(_written_day)]
DayOf = Annotated[date, BeforeValidator(_day_of_moment)]
"""A day, or a time on it, which some clients write instead."""
Moment = Annotated[
    datetime,
    BeforeValidator(_written_moment),
    AfterValidator(_on_the_calendar),
    WithJsonSchema({"anyOf": [{"type": "string", "format": "date-time"}, {"type": "string", "format": "date"}]}),
]
"""A time, or a day, which begins at India's midnight; it comes out in UTC."""


KEPT = "kept"
"""In a validation's context: the texts of the row that is changed. One from before the rules of today is made fit."""


@dataclass(frozen=True)
class Written:
    """Marks a text of ``least`` to ``most`` characters, without the spaces around it.

    It is one line, see :mod:`shop.texts`; a note or an address ``has_lines``.
    """

    most: int
    least: int = 0
    has_lines: bool = False

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        text = core_schema.str_schema(strip_whitespace=True, min_length=self.least, max_length=self.most)
        fit = core_schema.no_info_after_validator_function(texts.lines if self.has_lines else texts.line, text)
        return core_schema.with_info_before_validator_function(self._checked, fit)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        unfit = texts.UNFIT_FOR_LINES if self.has_lines else texts.UNFIT_FOR_A_LINE
        return {**handler(schema), "pattern": _pattern(unfit, least=self.least)}

    def _checked(self, value: Any, info: ValidationInfo) -> Any:
        if not isinstance(value, str) or (texts.are_lines(value) if self.has_lines else texts.is_line(value)):
            return value
        if value in (info.context or {}).get(KEPT, ()):
            return texts.cleaned_lines(value) if self.has_lines else texts.cleaned_line(value)
        raise ValueError(texts.NO_LINES if self.has_lines else texts.NO_LINE)


@dataclass(frozen=True)
class Sought:
    """Marks what somebody looks for: any text of at most ``most`` characters."""

    most: int

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        text = core_schema.str_schema(strip_whitespace=True, max_length=self.most)
        return core_schema.no_info_after_validator_function(_without_nul, text)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), "pattern": _pattern(r"\x00", least=0)}


def _without_nul(value: str) -> str:
    if "\x00" in value:
        raise ValueError("must not hold a NUL character")
    return value


def _pattern(unfit: str, *, least: int) -> str:
    return f"^[^{unfit}]*[^{unfit}\\s][^{unfit}]*$" if least else f"^[^{unfit}]*$"


@dataclass(frozen=True)
class Unsaid:
    """Marks a text that may be null, and is empty then."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(
            lambda value: "" if value is None else value, handler(source)
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [handler(schema), {"type": "null"}]}

    @staticmethod
    def _written(value: Any) -> Any:
        return "" if value is None else value


UNSAID = Unsaid()
Unread = Any
"""What callers may send along, whatever it is, and the shop does not look at."""
Text = Annotated[str, Written(500)]
Filled = Annotated[str, Written(500, least=1)]
SearchText = Annotated[str, Sought(500)]
Prose = Annotated[str, Written(LONGEST_PROSE, least=1, has_lines=True)]
Number = Annotated[Decimal, PlainSerializer(plain_number, return_type=int | float)]
Time = Annotated[datetime, PlainSerializer(iso, return_type=str)]
COUNTED = BeforeValidator(no_truth)
"""Marks a whole number; true and false are none. It stands behind the limits, so that the description has them."""
Id = Annotated[int, Field(ge=1, le=LARGEST_KEY), COUNTED]


Cursor = Annotated[str, Query(max_length=4000, pattern="^[A-Za-z0-9_=-]+$")]
"""Where a page of a list ended, as ``nextCursor`` named it."""


class NoSuchPlace(NotFound):
    """A cursor that no list of this kind gave."""

    code = "no_such_place"

    def __init__(self) -> None:
        super().__init__("This list cannot go on from there.", fields={"cursor": "Take it from nextCursor."})


@dataclass(frozen=True)
class LeftOut:
    """Marks a field, with None as its default, that may be left out and is not null where it is there."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema: Any = handler(source)
        given: CoreSchema = schema["schema"]  # of what may also be None
        return given


OPTIONAL = LeftOut()


def one_of(*fields: str) -> dict[str, Any]:
    """Say, for a model's description, that exactly one of these fields is there, by their names on the wire."""
    return {"oneOf": [{"required": [field]} for field in fields]}


class Out(BaseModel):
    """What goes out: camelCase on the wire, every field always there."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        from_attributes=True,
        json_schema_serialization_defaults_required=True,
    )


class In(BaseModel):
    """What comes in: camelCase on the wire; a field that is not known is refused by name."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class Success(BaseModel, Generic[T]):
    """Every answer that is no failure."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, json_schema_serialization_defaults_required=True
    )

    code: int = 200
    message: str
    data: T
    success: bool = True
    error: bool = False


class PageOf(Success[T], Generic[T]):
    """A list that may go on: ``nextCursor`` is null where no more rows follow."""

    next_cursor: str | None = None


class Failure(BaseModel):
    """Every failure, whatever its cause."""

    code: int
    error: bool = True
    success: bool = False
    message: str
    errors: dict[str, str] = Field(default_factory=dict)
    data: Any = None
