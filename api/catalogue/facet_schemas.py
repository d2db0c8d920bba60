"""Schemas of the counts for each filter of a product list."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from api.http.base_schemas import Out
from api.http.schema_types import Number
from shop.catalogue.facets import WEIGHT_BANDS, Facets
from shop.catalogue.model import ProductType
from shop.catalogue.search import CategoryRef
from shop.catalogue.sizes import size_order

_PAISA = Decimal("0.01")


class CategoryCount(Out):
    """The number of products in a category."""

    id: int
    code: str
    name: str
    count: int


class ValueCount(Out):
    """The number of products with a value of the filter."""

    value: str
    count: int


class RatingCount(Out):
    """The number of products with at least so many stars."""

    min_rating: int
    count: int


class PriceBand(Out):
    """The number of products in a price range. Both ends are included; null is no limit."""

    min_price: Number | None
    max_price: Number | None
    count: int


class PriceFacet(Out):
    """The lowest and the highest price with the other filters, in rupees; null without products."""

    min: Number | None
    max: Number | None
    bands: list[PriceBand]


class WeightBand(Out):
    """The number of products in a range of weights in grams. Both ends are included; null is no limit."""

    min_weight: int | None
    max_weight: int | None
    count: int | None


class FacetsOut(Out):
    """For each filter, the number of products that each choice would leave with the other filters.

    For a list of more than 2,000 products, ``size`` and ``stone`` are empty, and weights have no counts.
    """

    category: list[CategoryCount]
    product_type: list[ValueCount]
    purity: list[ValueCount]
    stock: list[ValueCount]
    rating: list[RatingCount]
    price: PriceFacet
    weight: list[WeightBand]
    size: list[ValueCount]
    stone: list[ValueCount]

    @classmethod
    def of(cls, facets: Facets, categories: Iterable[CategoryRef]) -> "FacetsOut":
        counts = facets.counts
        stars = counts["stars"]
        weights: Sequence[int | None] = facets.weights or [None] * len(WEIGHT_BANDS)
        return cls(
            category=[
                CategoryCount(id=each.id, code=each.code, name=each.name, count=counts["category_id"][each.id])
                for each in categories
            ],
            product_type=[ValueCount(value=each, count=counts["product_type"][each]) for each in ProductType],
            purity=[ValueCount(value=purity, count=counts["purity"][purity]) for purity in ("22k", "24k")],
            stock=[
                ValueCount(value=value, count=counts["in_stock"][in_stock])
                for value, in_stock in (("yes", True), ("no", False))
            ],
            rating=[
                RatingCount(min_rating=minimum, count=sum(stars[rating] for rating in range(minimum, 6)))
                for minimum in range(5, 0, -1)
            ],
            price=PriceFacet(
                min=facets.min_price,
                max=facets.max_price,
                bands=[
                    PriceBand(min_price=band.low, max_price=band.high and band.high - _PAISA, count=band.count)
                    for band in facets.bands
                ],
            ),
            weight=[
                WeightBand(min_weight=low, max_weight=high, count=count)
                for (low, high), count in zip(WEIGHT_BANDS, weights, strict=True)
            ],
            size=[
                ValueCount(value=value, count=count)
                for value, count in sorted(facets.sizes, key=lambda each: size_order(each[0]))
            ],
            stone=[ValueCount(value=value, count=count) for value, count in sorted(facets.stones)],
        )
