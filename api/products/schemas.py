"""Schemas of products and images for admins."""

import datetime as dt
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from api.catalogue.schemas import ImageOut, ProductOut
from api.catalogue.write_checks import Code, Name
from api.http.date_types import Day
from api.http.partial_update import WithOptionalId
from api.http.request_bodies import NO_VALUE
from api.http.schema_types import NOT_BOOL, BoundedDecimal, Id, Number, Prose
from shop.catalogue.limits import MAX_GRAMS, MAX_RUPEES
from shop.catalogue.model import Activity, Product, ProductType
from shop.catalogue.stock import MOST_PIECES

Amount = Annotated[Decimal, BoundedDecimal(MAX_RUPEES, 2)]
"""Rupees, with paise."""
Weight = Annotated[Decimal, BoundedDecimal(MAX_GRAMS, 3, min_value="0.001")]
"""Grams."""
StockQuantity = Annotated[
    Annotated[int, Field(ge=0, le=MOST_PIECES), NOT_BOOL] | None,
    BeforeValidator(lambda value: None if value in NO_VALUE else value),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": MOST_PIECES},
                {"type": "string", "enum": list(NO_VALUE)},
                {"type": "null"},
            ]
        }
    ),
]
"""Pieces; null if they are not counted."""
File = Annotated[str, WithJsonSchema({"type": "string", "format": "binary"})]


class ProductIn(WithOptionalId):
    """A product as an admin describes it. Its price follows from these figures and the gold rate.

    ``discount`` is in whole rupees. ``purchaseRate`` is the purchase price of a piece, ``purchaseGoldRate`` the price
    of a gram on that day. ``stockAvailability`` follows from ``stockQuantity``, the number of pieces; it is set by
    hand if that is null or empty.
    """

    code: Code
    name: Name
    description: Prose
    weight: Weight
    making_charge: Amount
    wastage_charge: Amount
    discount: Annotated[Decimal, BoundedDecimal(MAX_RUPEES, 0)] = Decimal(0)
    purity: Literal["22k", "24k"] = "22k"
    status: Activity
    stock_availability: Literal["yes", "no"]
    stock_quantity: StockQuantity = None
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


class AdminProductOut(ProductOut):
    """A product with its purchase data and all its images, failed ones too."""

    purchase_rate: Number
    purchase_gold_rate: Number
    purchase_date: dt.date
    vendor_id: int
    vendor_name: str
    stock_quantity: int | None
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
                "vendor_id": product.vendor_id,
                "vendor_name": vendor_name,
                "stock_quantity": product.stock_quantity,
                "images": [AdminImageOut.model_validate(image) for image in product.images],
            }
        )
