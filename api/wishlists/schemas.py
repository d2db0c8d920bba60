"""Wishlists on the wire."""

from typing import Self

from api.catalogue.schemas import ProductOut
from api.http.base_schemas import In, Out
from api.http.schema_types import Id, Number, SizeLabel
from shop.wishlists.model import WishlistEntry


class WishlistEntryIn(In):
    """A product for the wishlist, with the ``size`` that was chosen, if any."""

    customer_id: Id
    product_id: Id
    size: SizeLabel | None = None


class WishlistEntryOut(Out):
    """An entry with what a product card shows. ``ornamentPrice`` is by today's gold rate.

    With a ``size``, weight, price and stock of the ``product`` are those of the size, or its own if the product no
    longer comes in it.
    """

    wishlist_id: int
    customer_id: int
    product_id: int
    size: str | None
    product_image_url: str
    name: str
    weight: Number
    ornament_price: Number
    product: ProductOut

    @classmethod
    def of(cls, entry: WishlistEntry, product: ProductOut) -> Self:
        return cls(
            wishlist_id=entry.id,
            customer_id=entry.customer_id,
            product_id=entry.product_id,
            size=entry.size,
            product_image_url=product.product_image_url,
            name=product.name,
            weight=product.weight,
            ornament_price=product.ornament_price,
            product=product,
        )
