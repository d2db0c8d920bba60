"""Schemas of products, categories and images."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import WithJsonSchema

from api.catalogue.facet_schemas import FacetsOut
from api.http.base_schemas import Out, PageOf
from api.http.date_types import Time
from api.http.schema_types import Number, SizeLabel
from shop.catalogue.limits import HALLMARKS
from shop.catalogue.model import Activity, Product, ProductType
from shop.catalogue.pricing import PriceBreakUp
from shop.catalogue.sizes import InSize
from shop.catalogue.stock import stock_left
from shop.media.image_status import ImageStatus

Purity = Literal["22k", "24k"]
Hallmark = Annotated[str, WithJsonSchema({"type": "string", "enum": list(HALLMARKS)})]


class RenditionOut(Out):
    """An image in one width, with the URLs of two formats."""

    width: int
    webp: str
    avif: str


class CategoryOut(Out):
    """A category with its picture."""

    id: int
    code: str
    name: str
    image_url: str
    image_status: ImageStatus
    renditions: list[RenditionOut]


class ImageOut(Out):
    """An image of a product. ``renditions`` are empty until its ``status`` is ``ready``."""

    id: int
    product_id: int
    type: str
    image_url: str
    status: ImageStatus
    width: int | None
    height: int | None
    placeholder: str | None
    renditions: list[RenditionOut]


class StoneOut(Out):
    """The stones of one kind in a piece: their number, their carats together and their charge together, in rupees."""

    kind: str
    count: int
    carats: Number
    charge: Number


class SizeOut(Out):
    """A size of a product with its price at today's rate, as if it were a product of its own.

    ``diameter`` is the inner one of a ring or bangle, in mm; ``length`` is that of a chain, in inches. Discount and
    stones are those of the product. ``isDefault`` marks the size whose figures the product itself has.
    """

    label: SizeLabel
    diameter: Number | None
    length: Number | None
    weight: Number
    gross_weight: Number | None
    making_charge: Number
    wastage_charge: Number
    metal_value: Number
    mrp: Number
    ornament_price: Number
    stock_availability: Literal["yes", "no"]
    stock_left: int | None
    is_default: bool

    @classmethod
    def of(cls, product: Any, size: Mapping[str, Any], gold_rate: Decimal) -> Self:
        """Return a stored size of a product at a rate in rupees a gram."""
        return cls.model_validate(cls._values(product, size, gold_rate))

    @classmethod
    def _values(cls, product: Any, size: Mapping[str, Any], gold_rate: Decimal) -> dict[str, Any]:
        own = {name: size[name] for name in ("label", "diameter", "length", "is_default")}
        return own | _figures_in_size(product, size["label"], gold_rate)


def _figures_in_size(product: Any, label: str, gold_rate: Decimal) -> dict[str, Any]:
    """Return the fields of a product or a size that differ between sizes."""
    piece = InSize.of(product, label)
    price = PriceBreakUp.of(piece, gold_rate)
    return {
        "weight": piece.weight,
        "gross_weight": piece.gross_weight,
        "making_charge": piece.making_charge,
        "wastage_charge": piece.wastage_charge,
        "metal_value": price.metal_value,
        "mrp": price.mrp,
        "ornament_price": price.ornament_price,
        "stock_availability": piece.stock_availability,
        "stock_left": stock_left(piece.stock_quantity),
    }


class ProductOut(Out):
    """A product as shoppers see it: with its price at today's rate, without purchase data.

    ``weight`` is the gold that is charged, ``grossWeight`` the whole piece with its stones, if the shop gives it; both
    are grams. ``stoneCharge`` is the sum of the ``stones``, a part of ``mrp``.

    ``hallmark`` is the mark of its purity, null if it has none. ``width`` and ``height`` are the outer dimensions of
    one piece in mm, if the shop gives them.

    ``stockLeft`` is the number of pieces, if it is counted and 3 or less; otherwise null.

    Where it comes in ``sizes``, weight, charges and prices are those of the default size, and ``stockAvailability`` and
    ``stockLeft`` are of all sizes together.
    """

    id: int
    code: str
    name: str
    description: str
    weight: Number
    gross_weight: Number | None
    width: Number | None
    height: Number | None
    stones: list[StoneOut]
    stone_charge: Number
    sizes: list[SizeOut]
    making_charge: Number
    wastage_charge: Number
    discount: Number
    gold_rate: Number
    metal_value: Number
    mrp: Number
    ornament_price: Number
    purity: Purity
    hallmark: Hallmark | None
    status: Activity
    stock_availability: Literal["yes", "no"]
    stock_left: int | None
    category_id: int
    category_name: str
    product_type: ProductType
    rating: Number
    review_count: int
    created_at: Time
    product_image_url: str
    images: list[ImageOut]

    @classmethod
    def of(cls, product: Product, category_name: str, gold_rate: Decimal) -> "ProductOut":
        """Return a product with its price at a rate in rupees a gram."""
        return cls(
            **cls._common_values(product, category_name, gold_rate),
            sizes=[SizeOut.of(product, size, gold_rate) for size in product.sizes],
            images=[ImageOut.model_validate(image) for image in product.visible_images],
        )

    @classmethod
    def _common_values(cls, product: Product, category_name: str, gold_rate: Decimal) -> dict[str, Any]:
        """Return the fields that shoppers and staff see alike: all but the sizes and the images."""
        price = PriceBreakUp.of(product, gold_rate)
        visible = product.visible_images
        return {
            "id": product.id,
            "code": product.code,
            "name": product.name,
            "description": product.description,
            "weight": product.weight,
            "gross_weight": product.gross_weight,
            "width": product.width,
            "height": product.height,
            "stones": [StoneOut.model_validate(stone) for stone in product.stones],
            "stone_charge": product.stone_charge,
            "making_charge": product.making_charge,
            "wastage_charge": product.wastage_charge,
            "discount": product.discount,
            "gold_rate": price.gold_rate,
            "metal_value": price.metal_value,
            "mrp": price.mrp,
            "ornament_price": price.ornament_price,
            "purity": product.purity,
            "hallmark": product.hallmark,
            "status": product.status,
            "stock_availability": product.stock_availability,
            "stock_left": stock_left(product.stock_quantity),
            "category_id": product.category_id,
            "category_name": category_name,
            "product_type": product.product_type,
            "rating": product.rating,
            "review_count": product.review_count,
            "created_at": product.created_at,
            "product_image_url": visible[0].image_url if visible else "",
        }

    def in_size(self, product: Any, label: str | None) -> Self:
        """Return it with the figures of one size, as a cart shows it; unchanged if ``size`` is None."""
        if label is None:
            return self
        return self.model_copy(update=_figures_in_size(product, label, Decimal(str(self.gold_rate))))


class ProductPage(PageOf[ProductOut]):
    """A page of products; ``total`` counts the whole list. ``total`` and ``facets`` are null if not requested.

    ``searchedFor`` is the text that replaced a misspelt search; null if the search was as typed.
    """

    total: int | None
    searched_for: str | None = None
    facets: FacetsOut | None
