"""Schemas of products and images for admins."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    WithJsonSchema,
    model_serializer,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema, core_schema, from_json

from api.catalogue.schemas import ImageOut, ProductOut, SizeOut
from api.catalogue.write_checks import Code, Name
from api.http.base_schemas import In
from api.http.date_types import Day, Time, TimeAhead
from api.http.partial_update import WithOptionalId
from api.http.request_bodies import NO_VALUE
from api.http.schema_types import NOT_BOOL, BoundedDecimal, BoundedText, Id, Number, Prose, SizeLabel
from shop.catalogue.limits import (
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
from shop.catalogue.model import Activity, Product, ProductType
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

    ``weight`` is the gold in grams, charges are rupees; a size without them has those of the product. A size without
    ``stockQuantity`` keeps the pieces that it has; with null the pieces are not counted. Either all sizes are counted
    or none. The first one is the default unless another is marked.
    """

    label: SizeLabel
    weight: Weight
    making_charge: Amount | None = None
    wastage_charge: Amount | None = None
    stock_quantity: Annotated[int, Field(ge=0, le=MAX_PIECES), NOT_BOOL] | None = None
    is_default: bool = False

    @model_validator(mode="before")
    @classmethod
    def _without_computed(cls, value: Any) -> Any:
        """Leave out what follows from the rest, so that sizes can be sent as they were received."""
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
File = Annotated[str, WithJsonSchema({"type": "string", "format": "binary"})]


class ProductIn(WithOptionalId):
    """A product as an admin describes it. Its price follows from these figures and the gold rate.

    ``weight`` is the gold that is charged, in grams. ``grossWeight`` is the whole piece: at least the gold and the
    ``stones`` together. What the stones cost is the sum of their charges. ``discount`` is in whole rupees.
    ``hallmark`` is the mark that says the purity, such as ``22K916``; null or empty if there is none.
    ``purchaseRate`` is the purchase price of a piece, ``purchaseGoldRate`` the price of a gram on that day.
    ``width`` and ``height`` are the outer measures of one piece in mm; null or empty if they are not known.
    ``bin`` is the place where its pieces are stored, which staff see when they pack.
    With ``onSaleAt`` it is ``in active`` until that time and then becomes ``active`` by itself, whatever is sent.
    ``stockAvailability`` follows from ``stockQuantity``, the number of pieces; it is set by hand if that is null or
    empty. If there are ``sizes``, ``weight``, ``stockQuantity`` and charges of the default size follow from them,
    whatever is sent.
    """

    code: Code
    name: Name
    description: Prose
    weight: Weight
    gross_weight: GrossWeight = None
    width: Length = None
    height: Length = None
    stones: Stones = Field(default_factory=list)
    sizes: Sizes = Field(default_factory=list)
    making_charge: Amount
    wastage_charge: Amount
    discount: Annotated[Decimal, BoundedDecimal(MAX_RUPEES, 0)] = Decimal(0)
    purity: Literal["22k", "24k"] = "22k"
    hallmark: Hallmark = None
    status: Activity
    stock_availability: Literal["yes", "no"]
    stock_quantity: StockQuantity = None
    bin: Bin = None
    on_sale_at: OnSaleAt = None
    purchase_rate: Amount
    purchase_gold_rate: Amount
    purchase_date: Day
    vendor_id: Id
    category_id: Id
    product_type: ProductType


class ProductForm(ProductIn):
    """The form of a product, with up to ten images at once."""

    image_url: Annotated[list[File], Field(alias="imageUrl[]", max_length=10, default_factory=list)]


class AdminImageOut(ImageOut):
    """An image with its position and, if its renditions could not be made, the reason."""

    position: int
    failure: str | None


class ListedImageOut(AdminImageOut):
    """An image in the list of all products' images, with the product's name."""

    product_name: str


class AdminSizeOut(SizeOut):
    """A size with its pieces, null if they are not counted, and whether its charges are its own."""

    stock_quantity: int | None
    has_own_making_charge: bool
    has_own_wastage_charge: bool

    @classmethod
    def _values(cls, product: Any, size: Mapping[str, Any], gold_rate: Decimal) -> dict[str, Any]:
        return super()._values(product, size, gold_rate) | {
            "stock_quantity": size["stock_quantity"],
            "has_own_making_charge": size["making_charge"] is not None,
            "has_own_wastage_charge": size["wastage_charge"] is not None,
        }


class AdminProductOut(ProductOut):
    """A product with its purchase data and all its images, failed ones too."""

    purchase_rate: Number
    purchase_gold_rate: Number
    purchase_date: dt.date
    bin: str | None
    on_sale_at: Time | None
    vendor_id: int
    vendor_name: str
    stock_quantity: int | None
    sizes: list[AdminSizeOut]  # type: ignore[assignment]  # each is a SizeOut with more
    images: list[AdminImageOut]  # type: ignore[assignment]  # each is an ImageOut with more

    @classmethod
    def with_vendor(
        cls, product: Product, category_name: str, vendor_name: str, gold_rate: Decimal
    ) -> "AdminProductOut":
        """Return a product with its price at a rate in rupees a gram."""
        public = ProductOut.of(product, category_name, gold_rate)
        return cls.model_validate(
            dict(public)
            | {
                "purchase_rate": product.purchase_rate,
                "purchase_gold_rate": product.purchase_gold_rate,
                "purchase_date": product.purchase_date,
                "bin": product.bin,
                "on_sale_at": product.on_sale_at,
                "vendor_id": product.vendor_id,
                "vendor_name": vendor_name,
                "stock_quantity": product.stock_quantity,
                "sizes": [AdminSizeOut.of(product, size, gold_rate) for size in product.sizes],
                "images": [AdminImageOut.model_validate(image) for image in product.images],
            }
        )
