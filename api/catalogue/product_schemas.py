"""Products and their pictures on the wire as admins keep them."""

import datetime as dt
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from api.catalogue.changes import Code, Name
from api.catalogue.schemas import ImageOut, ProductOut
from api.changes import Identified
from api.shapes import Day, Figure, Id, Number, Prose
from shop.catalogue.limits import MOST_GRAMS, MOST_RUPEES
from shop.catalogue.model import Activity, Product, ProductType

Amount = Annotated[Decimal, Figure(MOST_RUPEES, 2)]
"""Rupees, with paise."""
Weight = Annotated[Decimal, Figure(MOST_GRAMS, 3, least="0.001")]
"""Grams."""
File = Annotated[str, WithJsonSchema({"type": "string", "format": "binary"})]


class ProductIn(Identified):
    """A product as an admin describes it. Its price follows from these figures and the gold rate.

    ``discount`` is whole rupees, so that prices are; ``purchaseRate`` is what the shop paid for the piece and
    ``purchaseGoldRate`` what a gram cost that day.
    """

    code: Code
    name: Name
    description: Prose
    weight: Weight
    making_charge: Amount
    wastage_charge: Amount
    discount: Annotated[Decimal, Figure(MOST_RUPEES, 0)] = Decimal(0)
    purity: Literal["22k", "24k"] = "22k"
    status: Activity
    stock_availability: Literal["yes", "no"]
    purchase_rate: Amount
    purchase_gold_rate: Amount
    purchase_date: Day
    vendor_id: Id
    category_id: Id
    product_type: ProductType


class ProductForm(ProductIn):
    """As the form sends it: with any number of pictures, up to ten at once."""

    image_url: Annotated[list[File], Field(alias="imageUrl[]", max_length=10, default_factory=list)]


class AdminImageOut(ImageOut):
    """A picture with its place among the product's and, where nothing could be made of it, why."""

    position: int
    failure: str | None


class ListedImageOut(AdminImageOut):
    """A picture in the list of all products' pictures, with the name of what it shows."""

    product_name: str


class AdminProductOut(ProductOut):
    """A product with what the shop paid for it, and all its pictures, failed ones too."""

    purchase_rate: Number
    purchase_gold_rate: Number
    purchase_date: dt.date
    vendor_id: int
    vendor_name: str
    images: list[AdminImageOut]  # type: ignore[assignment]  # each is an ImageOut with more

    @classmethod
    def stocked(cls, product: Product, category_name: str, vendor_name: str, gold_rate: Decimal) -> "AdminProductOut":
        """Price a product at a rate in rupees a gram."""
        as_shown = ProductOut.of(product, category_name, gold_rate)
        return cls.model_validate(
            dict(as_shown)
            | {
                "purchase_rate": product.purchase_rate,
                "purchase_gold_rate": product.purchase_gold_rate,
                "purchase_date": product.purchase_date,
                "vendor_id": product.vendor_id,
                "vendor_name": vendor_name,
                "images": [AdminImageOut.model_validate(image) for image in product.images],
            }
        )
