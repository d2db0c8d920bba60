"""Products, categories and pictures on the wire."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Literal

from api.shapes import Number, Out, PageOf, Time
from shop.catalogue.facets import Facets
from shop.catalogue.model import Activity, ImageStatus, Product, ProductType
from shop.catalogue.pricing import PriceBreakUp
from shop.catalogue.search import Kind

Purity = Literal["22k", "24k"]

_PAISA = Decimal("0.01")


class RenditionOut(Out):
    """A picture in one width, by its addresses in two formats."""

    width: int
    webp: str
    avif: str


class CategoryOut(Out):
    id: int
    code: str
    name: str
    image_url: str
    image_status: ImageStatus
    renditions: list[RenditionOut]


class ImageOut(Out):
    id: int
    product_id: int
    type: str
    image_url: str
    status: ImageStatus
    width: int | None
    height: int | None
    placeholder: str | None
    renditions: list[RenditionOut]


class ProductOut(Out):
    """A product as shoppers see it: with its price by today's rate, without what the shop paid for it."""

    id: int
    code: str
    name: str
    description: str
    weight: Number
    making_charge: Number
    wastage_charge: Number
    discount: Number
    gold_rate: Number
    metal_value: Number
    mrp: Number
    ornament_price: Number
    purity: Purity
    status: Activity
    stock_availability: Literal["yes", "no"]
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
        """Price a product at a rate in rupees a gram."""
        return cls.of_row(product, category_name, gold_rate, product.shown_images)

    @classmethod
    def of_row(cls, product: Any, category_name: str, gold_rate: Decimal, shown: Iterable[Any]) -> "ProductOut":
        """Do the same with a product's columns and those of the pictures that are shown of it."""
        price = PriceBreakUp.of(product, gold_rate)
        images = [ImageOut.model_validate(image) for image in shown]
        return cls(
            id=product.id,
            code=product.code,
            name=product.name,
            description=product.description,
            weight=product.weight,
            making_charge=product.making_charge,
            wastage_charge=product.wastage_charge,
            discount=product.discount,
            gold_rate=price.gold_rate,
            metal_value=price.metal_value,
            mrp=price.mrp,
            ornament_price=price.ornament_price,
            purity=product.purity,
            status=product.status,
            stock_availability=product.stock_availability,
            category_id=product.category_id,
            category_name=category_name,
            product_type=product.product_type,
            rating=product.rating,
            review_count=product.review_count,
            created_at=product.created_at,
            product_image_url=images[0].image_url if images else "",
            images=images,
        )


class CategoryCount(Out):
    id: int
    code: str
    name: str
    count: int


class ValueCount(Out):
    value: str
    count: int


class RatingCount(Out):
    """How many products have at least so many stars."""

    min_rating: int
    count: int


class PriceBand(Out):
    """How many products cost so much; either end is null where there is no limit, and included where there is."""

    min_price: Number | None
    max_price: Number | None
    count: int


class PriceFacet(Out):
    """The lowest and the highest price under the other filters, in rupees; null where nothing is left."""

    min: Number | None
    max: Number | None
    bands: list[PriceBand]


class FacetsOut(Out):
    """For each filter, how many products each choice would leave while the other filters stay."""

    category: list[CategoryCount]
    product_type: list[ValueCount]
    purity: list[ValueCount]
    stock: list[ValueCount]
    rating: list[RatingCount]
    price: PriceFacet

    @classmethod
    def of(cls, facets: Facets, kinds: Iterable[Kind]) -> "FacetsOut":
        by = facets.by
        stars = by["stars"]
        return cls(
            category=[
                CategoryCount(id=kind.id, code=kind.code, name=kind.name, count=by["category_id"][kind.id])
                for kind in kinds
            ],
            product_type=[ValueCount(value=kind, count=by["product_type"][kind]) for kind in ProductType],
            purity=[ValueCount(value=purity, count=by["purity"][purity]) for purity in ("22k", "24k")],
            stock=[ValueCount(value="yes" if held else "no", count=by["in_stock"][held]) for held in (True, False)],
            rating=[
                RatingCount(min_rating=least, count=sum(stars[reached] for reached in range(least, 6)))
                for least in range(5, 0, -1)
            ],
            price=PriceFacet(
                min=facets.cheapest,
                max=facets.dearest,
                bands=[
                    PriceBand(min_price=band.low, max_price=band.high and band.high - _PAISA, count=band.count)
                    for band in facets.bands
                ],
            ),
        )


class ProductPage(PageOf[list[ProductOut]]):
    """A page of products; ``total`` counts the whole list. Both it and ``facets`` are left out on demand."""

    total: int | None
    facets: FacetsOut | None
