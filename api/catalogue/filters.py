"""The query parameters of the product lists of shoppers and admins."""

from decimal import Decimal
from typing import Annotated, Any, Literal, Self, TypeVar, get_origin

from fastapi import Depends, Query
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError, WithJsonSchema
from pydantic.alias_generators import to_camel
from starlette.datastructures import QueryParams

from api.http.pagination import PAGE_SIZE, Cursor, Limit
from api.http.schema_types import Id, SearchText
from shop.catalogue.admin_lists import ProductFilters, ProductStatus, StockLevel
from shop.catalogue.model import ProductType
from shop.catalogue.search import Filters, Sort

MAX_CHOICES = 50

T = TypeVar("T")
Choices = Annotated[list[T], Field(max_length=MAX_CHOICES)]
Amount = Annotated[
    Decimal,
    Field(ge=0, le=10**12, allow_inf_nan=False),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1e12}),
]


class ProductListQuery(BaseModel):
    """The query of a shopper's product list.

    It is validated as one model, because FastAPI's validation of each parameter takes 0.1 ms longer in total.
    """

    model_config = ConfigDict(alias_generator=to_camel, frozen=True)

    search: SearchText = ""
    category: Choices[SearchText] = []
    category_id: Choices[Id] = []
    product_type: Choices[ProductType] = []
    purity: Choices[Literal["22k", "24k"]] = []
    stock: Choices[Literal["yes", "no"]] = []
    min_rating: Annotated[int, Field(ge=0, le=5)] = 0
    min_price: Amount | None = None
    max_price: Amount | None = None
    min_weight: Amount | None = None
    max_weight: Amount | None = None
    size: Choices[SearchText] = []
    stone: Choices[SearchText] = []
    sort: Sort = Sort.NEWEST
    limit: Limit = PAGE_SIZE
    cursor: Cursor | None = None
    facets: bool = True

    @classmethod
    def read(cls, query: QueryParams) -> Self:
        """Return the query of a request.

        :raises RequestValidationError: for values that do not fit.
        """
        values: dict[str, Any] = {name: query.getlist(name) if name in _LISTS else query[name] for name in query}
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            problems = [problem | {"loc": ("query", *problem["loc"])} for problem in error.errors()]
            raise RequestValidationError(problems) from error

    @property
    def filters(self) -> Filters:
        """The filters. A price range from high to low is reversed."""
        low, high = self.min_price, self.max_price
        if low is not None and high is not None:
            low, high = sorted((low, high))
        lightest, heaviest = self.min_weight, self.max_weight
        if lightest is not None and heaviest is not None:
            lightest, heaviest = sorted((lightest, heaviest))
        return Filters(
            search=self.search,
            categories=frozenset(name.casefold() for name in self.category if name),
            category_ids=frozenset(self.category_id),
            product_types=frozenset(kind.value for kind in self.product_type),
            purities=frozenset(self.purity),
            stock=frozenset(value == "yes" for value in self.stock),
            min_stars=self.min_rating,
            min_price=low,
            max_price=high,
            min_weight=lightest,
            max_weight=heaviest,
            sizes=frozenset(filter(None, self.size)),
            stones=frozenset(filter(None, self.stone)),
        )


_LISTS = {field.alias for field in ProductListQuery.model_fields.values() if get_origin(field.annotation) is list}


def _product_filters(
    search: Annotated[SearchText, Query()] = "",
    category_id: Annotated[Id | None, Query(alias="categoryId")] = None,
    vendor_id: Annotated[Id | None, Query(alias="vendorId")] = None,
    product_type: Annotated[ProductType | None, Query(alias="productType")] = None,
    status: Annotated[ProductStatus | None, Query()] = None,
    stock: Annotated[Literal["yes", "no"] | None, Query(alias="stockAvailability")] = None,
    stock_level: Annotated[StockLevel | None, Query(alias="stockLevel")] = None,
) -> ProductFilters:
    return ProductFilters(
        search=search,
        category_id=category_id,
        vendor_id=vendor_id,
        product_type=product_type and product_type.value,
        status=status and status.value,
        stock_availability=stock,
        stock_level=stock_level,
    )


RequestedFilters = Annotated[ProductFilters, Depends(_product_filters)]
"""The filters of the admin's product list in the query."""
