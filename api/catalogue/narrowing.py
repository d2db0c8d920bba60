"""What a list of products is narrowed to, as addresses and bodies say it."""

from typing import Annotated, Literal

from fastapi import Depends, Query

from api.shapes import Id, SearchText
from shop.catalogue.inventory import Narrowing
from shop.catalogue.model import Activity, ProductType


def _wanted(
    search: Annotated[SearchText, Query()] = "",
    category_id: Annotated[Id | None, Query(alias="categoryId")] = None,
    vendor_id: Annotated[Id | None, Query(alias="vendorId")] = None,
    product_type: Annotated[ProductType | None, Query(alias="productType")] = None,
    status: Annotated[Activity | None, Query()] = None,
    stock: Annotated[Literal["yes", "no"] | None, Query(alias="stockAvailability")] = None,
) -> Narrowing:
    return Narrowing(
        search=search,
        category_id=category_id,
        vendor_id=vendor_id,
        product_type=product_type and product_type.value,
        status=status and status.value,
        stock_availability=stock,
    )


Wanted = Annotated[Narrowing, Depends(_wanted)]
"""The narrowing that the address names."""
