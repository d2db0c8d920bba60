"""Types of schema fields: texts, numbers and ids, with their limits in the OpenAPI document."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, GetCoreSchemaHandler, GetJsonSchemaHandler, PlainSerializer, ValidationInfo
from pydantic_core import CoreSchema, core_schema

from shop.catalogue.limits import MAX_PROSE_LENGTH
from shop.catalogue.sizes import LABEL_PATTERN
from shop.db.base import LARGEST_KEY
from shop.text import allowed_characters
from shop.text.json_numbers import plain_number

STORED_VALUES = "stored_values"
"""Key of the validation context with the stored texts and days of the row, which may be older than a rule for them."""

_MAX_DIGITS = 40
_DECIMAL = re.compile(rf"-?[0-9]{{1,{_MAX_DIGITS}}}(\.[0-9]{{1,{_MAX_DIGITS}}})?")
"""A decimal in text form, with a limited number of digits on either side of the point."""


def _reject_bool(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("must be a number")  # noqa: TRY004 - pydantic reports a ValueError only
    return value


@dataclass(frozen=True)
class BoundedDecimal:
    """Marks a decimal with bounds and at most ``places`` decimal places. A form sends it as a text."""

    max_value: int | str
    places: int | None = None
    min_value: str = "0"

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        least, most = Decimal(self.min_value), Decimal(self.max_value)
        decimal = core_schema.decimal_schema(ge=least, le=most, decimal_places=self.places, allow_inf_nan=False)
        return core_schema.no_info_before_validator_function(self._require_decimal, decimal)

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, _handler: GetJsonSchemaHandler) -> dict[str, Any]:
        number = {"type": "number", "minimum": float(self.min_value), "maximum": float(self.max_value)}
        if self.places is not None:
            number["multipleOf"] = float(f"1e-{self.places}")
        return {"anyOf": [number, {"type": "string", "pattern": self._pattern}]}

    @property
    def _pattern(self) -> str:
        above_zero = "(?=.*[1-9])" if Decimal(self.min_value) > 0 else ""
        negative = f"|-{self._pattern_up_to(self.min_value[1:])}" if Decimal(self.min_value) < 0 else ""
        return f"^{above_zero}({self._pattern_up_to(str(self.max_value))}{negative})$"

    def _pattern_up_to(self, bound: str) -> str:
        """Return the pattern of the decimals up to a bound, which must consist of nines, or of a one and zeros."""
        whole = bound.partition(".")[0]
        places = self.places if self.places is not None else _MAX_DIGITS
        fraction = rf"(\.[0-9]{{1,{places}}}0{{0,{_MAX_DIGITS - places}}})?" if places else ""
        if whole.strip("0") != "1":
            return _whole_number(len(whole)) + fraction
        zeros = rf"(\.0{{1,{_MAX_DIGITS}}})?" if places else ""
        return f"({_whole_number(len(whole) - 1)}{fraction}|0{{0,{_MAX_DIGITS - len(whole)}}}{whole}{zeros})"

    def _require_decimal(self, value: Any) -> Any:
        if isinstance(value, str):
            value = value.strip()
            if not _DECIMAL.fullmatch(value):
                raise ValueError("must be a number")
        return _reject_bool(value)


def _whole_number(max_digits: int) -> str:
    """Return the pattern of whole numbers with up to this many digits, which may have leading zeros."""
    return f"0{{0,{_MAX_DIGITS - max_digits}}}[0-9]{{1,{max_digits}}}"


@dataclass(frozen=True)
class BoundedText:
    """Marks a text with a minimum and a maximum length, without surrounding spaces.

    It is one line unless ``multiline``. :mod:`shop.text.allowed_characters` defines the permitted characters. A text of
    invisible characters counts as empty. The limits count the characters that are stored.
    """

    max_length: int
    min_length: int = 0
    multiline: bool = False

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        text = core_schema.str_schema(strip_whitespace=True, min_length=self.min_length, max_length=self.max_length)
        return core_schema.with_info_before_validator_function(self._normalize, text)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        unfit = allowed_characters.UNFIT_FOR_LINES if self.multiline else allowed_characters.UNFIT_FOR_A_LINE
        return {**handler(schema), "pattern": _pattern_without(unfit, min_length=self.min_length)}

    def _normalize(self, value: Any, info: ValidationInfo) -> Any:
        is_fit = allowed_characters.are_lines if self.multiline else allowed_characters.is_line
        normalize = allowed_characters.lines if self.multiline else allowed_characters.line
        if not isinstance(value, str):
            return value
        if is_fit(value):
            return "" if allowed_characters.is_blank(value) else normalize(value)
        if value in (info.context or {}).get(STORED_VALUES, ()):
            return allowed_characters.cleaned_lines(value) if self.multiline else allowed_characters.cleaned_line(value)
        raise ValueError(allowed_characters.NO_LINES if self.multiline else allowed_characters.NO_LINE)


@dataclass(frozen=True)
class SearchTerm:
    """Marks a search text: any characters but NUL. It is normalized to the form of stored texts."""

    max_length: int

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        text = core_schema.str_schema(strip_whitespace=True, max_length=self.max_length)
        normalized = core_schema.no_info_after_validator_function(allowed_characters.line, text)
        return core_schema.no_info_after_validator_function(_reject_nul, normalized)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), "pattern": _pattern_without(r"\x00", min_length=0)}


def _reject_nul(value: str) -> str:
    if "\x00" in value:
        raise ValueError("must not hold a NUL character")
    return value


def _pattern_without(unfit: str, *, min_length: int) -> str:
    return f"^[^{unfit}]*[^{unfit}\\s][^{unfit}]*$" if min_length else f"^[^{unfit}]*$"


@dataclass(frozen=True)
class NullAsEmpty:
    """Marks a text that may be null, which means empty."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(
            lambda value: "" if value is None else value, handler(source)
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [handler(schema), {"type": "null"}]}


@dataclass(frozen=True)
class NotNull:
    """Marks a field that may be omitted but must not be null. Its type is ``X | None`` and its default None."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema: Any = handler(source)
        not_null: CoreSchema = schema["schema"]  # what the nullable schema wraps
        return not_null


NULL_AS_EMPTY = NullAsEmpty()
NOT_NULL = NotNull()
NOT_BOOL = BeforeValidator(_reject_bool)
"""Marks an integer that must not be a boolean. It follows the limits, so that the OpenAPI document has them."""
Ignored = Any
"""A field that callers may send and that is ignored."""
Text = Annotated[str, BoundedText(500)]
RequiredText = Annotated[str, BoundedText(500, min_length=1)]
SearchText = Annotated[str, SearchTerm(500)]
Prose = Annotated[str, BoundedText(MAX_PROSE_LENGTH, min_length=1, multiline=True)]
Number = Annotated[Decimal, PlainSerializer(plain_number, return_type=int | float)]
"""A decimal in a response."""
Id = Annotated[int, Field(ge=1, le=LARGEST_KEY), NOT_BOOL]
Version = Annotated[int, Field(ge=1, le=2**31 - 1), NOT_BOOL]
"""The version of the changed object that the caller has seen."""
VersionOrZero = Annotated[int, Field(ge=0, le=2**31 - 1), NOT_BOOL]
"""The same for an object that may not be stored yet; its version is then 0."""

SizeLabel = Annotated[str, Field(pattern=LABEL_PATTERN)]
"""The label of a size: see :mod:`shop.catalogue.sizes`."""
