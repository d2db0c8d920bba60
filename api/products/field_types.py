"""The types of a product's fields in requests, with its stones and sizes."""

import datetime as dt
from decimal import Decimal
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    ValidationInfo,
    WithJsonSchema,
    model_serializer,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema, core_schema, from_json

from api.catalogue.schemas import SizeOut
from api.http.base_schemas import In
from api.http.date_types import Day, TimeAhead
from api.http.request_bodies import NO_VALUE
from api.http.schema_types import NOT_BOOL, STORED_VALUES, BoundedDecimal, BoundedText, SizeLabel
from shop.catalogue.limits import (
    FIRST_PURCHASE,
    HALLMARKS,
    MAX_BIN_LENGTH,
    MAX_CARATS,
    MAX_GRAMS,
    MAX_MILLIMETRES,
    MAX_RUPEES,
    MAX_SIZES,
    MAX_STONE_COUNT,
    MAX_STONE_KIND_LENGTH,
    MAX_STONE_KINDS,
)
from shop.catalogue.pricing import STONE_SEPARATORS
from shop.catalogue.sizes import check_sizes
from shop.catalogue.stock import MAX_PIECES

Amount = Annotated[Decimal, BoundedDecimal(MAX_RUPEES, 2)]
"""Rupees, with paise."""
Weight = Annotated[Decimal, BoundedDecimal(MAX_GRAMS, 3, min_value="0.001")]
"""Grams."""
_Pieces = Annotated[int, Field(ge=0, le=MAX_PIECES), NOT_BOOL]
_Length = Annotated[Decimal, BoundedDecimal(MAX_MILLIMETRES, 1, min_value="0.1")]
_EMPTY_IS_NULL = BeforeValidator(lambda value: None if value in NO_VALUE else value)


def _json_of(figure: Any) -> WithJsonSchema:
    """Return the JSON schema of a figure that may be null, and empty in a form."""
    empty = {"type": "string", "enum": list(NO_VALUE)}
    return WithJsonSchema({"anyOf": [TypeAdapter(figure).json_schema(), empty, {"type": "null"}]})


StockQuantity = Annotated[_Pieces | None, _EMPTY_IS_NULL, _json_of(_Pieces)]
"""Pieces; null if they are not counted."""
GrossWeight = Annotated[Weight | None, _EMPTY_IS_NULL, _json_of(Weight)]
"""Grams; null if it is not known."""
Length = Annotated[_Length | None, _EMPTY_IS_NULL, _json_of(_Length)]
"""Millimetres; null if it is not known."""


def _without_separators(kind: str) -> str:
    if any(separator in kind for separator in STONE_SEPARATORS):
        raise ValueError(f"must not hold any of {' '.join(STONE_SEPARATORS)}")
    return kind


def _read_hallmark(value: Any) -> Any:
    mark = value.strip().upper() if isinstance(value, str) else value
    if value is None or value in NO_VALUE or mark == "":
        return None
    if mark not in HALLMARKS:
        raise ValueError(f"must be one of {', '.join(HALLMARKS)}")
    return mark


Hallmark = Annotated[
    str | None,
    BeforeValidator(_read_hallmark),
    WithJsonSchema({"anyOf": [{"type": "string", "enum": [*HALLMARKS, *NO_VALUE]}, {"type": "null"}]}),
]
"""A mark of the Bureau of Indian Standards; null if the product has none."""


Bin = Annotated[
    Annotated[str, BoundedText(MAX_BIN_LENGTH)] | None,
    BeforeValidator(lambda value: None if value in NO_VALUE else value),
    AfterValidator(lambda value: value or None),
]
"""The place where a product's pieces are stored; null if it has none."""


OnSaleAt = Annotated[
    TimeAhead | None,
    BeforeValidator(lambda value: None if value in NO_VALUE else value),
]
"""When a product goes on sale; null if it is not scheduled. A time without a zone is India's."""


class StoneIn(In):
    """The stones of one kind in a piece: their number, their carats together and their charge together, in rupees."""

    kind: Annotated[str, BoundedText(MAX_STONE_KIND_LENGTH, min_length=1), AfterValidator(_without_separators)]
    count: Annotated[int, Field(ge=1, le=MAX_STONE_COUNT), NOT_BOOL]
    carats: Annotated[Decimal, BoundedDecimal(MAX_CARATS, 3, min_value="0.001")]
    charge: Amount


class _ListOrText:
    """Marks a list that a form sends as a text in JSON; without a value it is empty."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._read, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        text = {"type": "string", "contentMediaType": "application/json"}
        return {"anyOf": [handler(schema), text, {"type": "null"}]}

    def _read(self, value: Any) -> Any:
        if value is None or value in NO_VALUE:
            return []
        try:
            return from_json(value) if isinstance(value, str) else value
        except ValueError:
            raise ValueError("must be a list in JSON") from None


def _since_first_purchase(day: dt.date, info: ValidationInfo) -> dt.date:
    if day < FIRST_PURCHASE and day not in (info.context or {}).get(STORED_VALUES, ()):
        raise ValueError(f"must be in the year {FIRST_PURCHASE.year} or later")
    return day


PurchaseDate = Annotated[Day, AfterValidator(_since_first_purchase)]
"""A date in the same form as in an import of products. A stored day that is older than this rule may stay."""

Stones = Annotated[list[StoneIn], Field(max_length=MAX_STONE_KINDS), _ListOrText()]
"""A list; a form sends it as a text in JSON."""
_COMPUTED_OF_SIZE = frozenset(SizeOut.model_fields) - {
    "label",
    "weight",
    "making_charge",
    "wastage_charge",
    "is_default",
}
_COMPUTED_OF_SIZE |= {"has_own_making_charge", "has_own_wastage_charge"}
_COMPUTED_OF_SIZE |= {to_camel(name) for name in _COMPUTED_OF_SIZE}


class SizeIn(In):
    """A size of a product: a ring's ``12``, a bangle's ``2.6`` (two inches and six sixteenths), a chain's ``18 in``.

    ``weight`` is the gold in grams, charges are rupees; a size without them has those of the product. If the default
    size has its own, they become those of the product, and other sizes without charges keep the product's former ones.
    A size without ``stockQuantity`` keeps the pieces that it has; with null the pieces are not counted. Either all
    sizes are counted or none: null beside a count is refused, and a size that has no count gets 0. The first one is the
    default unless another is marked. ``seenStockQuantity`` is the count that the admin saw before entering a new one,
    null if the pieces were not counted. If it is stale, the response is 409.
    """

    label: SizeLabel
    weight: Weight
    making_charge: Amount | None = None
    wastage_charge: Amount | None = None
    stock_quantity: _Pieces | None = None
    seen_stock_quantity: _Pieces | None = None
    is_default: bool = False

    @model_validator(mode="before")
    @classmethod
    def _without_computed(cls, value: Any) -> Any:
        """Leave out the computed fields, so that sizes can be sent as they were received."""
        if not isinstance(value, dict):
            return value
        return {name: each for name, each in value.items() if name not in _COMPUTED_OF_SIZE}

    @model_serializer(mode="wrap")
    def _given(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in write(self).items() if name in self.model_fields_set}


def _possible(sizes: list[SizeIn]) -> list[SizeIn]:
    check_sizes([size.model_dump() for size in sizes])
    return sizes


Sizes = Annotated[list[SizeIn], Field(max_length=MAX_SIZES), AfterValidator(_possible), _ListOrText()]
"""A list; a form sends it as a text in JSON."""
