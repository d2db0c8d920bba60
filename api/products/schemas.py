"""Schemas of products and images for admins."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, WithJsonSchema

from api.catalogue.schemas import ImageOut, ProductOut, SizeOut
from api.catalogue.write_checks import Code, Name
from api.http.base_schemas import In
from api.http.date_types import Time
from api.http.partial_update import WithOptionalId, WithSeen
from api.http.schema_types import BoundedDecimal, Id, Number, Prose
from api.http.uploads import MAX_FORM_FILES
from api.products.field_types import (
    Amount,
    Bin,
    GrossWeight,
    Hallmark,
    Length,
    OnSaleAt,
    PurchaseDate,
    Sizes,
    StockQuantity,
    Stones,
    Weight,
)
from shop.catalogue.limits import MAX_RUPEES
from shop.catalogue.model import Activity, Product, ProductType

File = Annotated[str, WithJsonSchema({"type": "string", "format": "binary"})]


class ProductIn(WithOptionalId):
    """A product as an admin describes it. Its price follows from these figures and the gold rate.

    ``weight`` is the gold that is charged, in grams. ``grossWeight`` is the whole piece: at least the gold and the
    ``stones`` together. The price of the stones is the sum of their charges. ``discount`` is in whole rupees.
    ``hallmark`` is the mark of the purity, such as ``22K916``; null or empty if there is none. ``purchaseRate`` is the
    purchase price of a piece, ``purchaseGoldRate`` the price of a gram on that day. ``width`` and ``height`` are the
    outer dimensions of one piece in mm; null or empty if they are not known. ``bin`` is the place where its pieces are
    stored, which staff see when they pack. With ``onSaleAt`` it is ``in active`` until that time and then becomes
    ``active`` automatically, whatever status is sent. ``stockAvailability`` follows from ``stockQuantity``, the number
    of pieces; it is set by hand if that is null or empty. If there are ``sizes``, they determine ``weight``,
    ``stockQuantity`` and the charges, and values that are sent for these are ignored. If they change ``weight``, a
    ``grossWeight`` that is not sent changes by the same amount.
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
    purchase_date: PurchaseDate
    vendor_id: Id
    category_id: Id
    product_type: ProductType


class ProductForm(ProductIn):
    """The form of a product, with up to 50 images at once."""

    image_url: Annotated[list[File], Field(alias="imageUrl[]", max_length=MAX_FORM_FILES, default_factory=list)]


class SeenCount(In):
    """The count that an admin saw before they entered a new one: ``seenStockQuantity``, null if it was not counted."""

    model_config = ConfigDict(extra="ignore")

    seen_stock_quantity: StockQuantity = None


class ProductChangeForm(ProductForm, WithSeen):
    """The form of a change of a product, with up to 50 images at once.

    ``seenStockQuantity`` is the count that the admin saw before entering a new ``stockQuantity``, null or empty if the
    pieces were not counted. If it is stale, the response is 409 with ``data`` ``{stockQuantity, size}``. ``seen`` has
    the values of the sent fields as the admin saw them, in JSON. It does not include the counts of ``sizes``.
    """

    seen_stock_quantity: StockQuantity = None


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
        return cls(
            **cls._common_values(product, category_name, gold_rate),
            purchase_rate=product.purchase_rate,
            purchase_gold_rate=product.purchase_gold_rate,
            purchase_date=product.purchase_date,
            bin=product.bin,
            on_sale_at=product.on_sale_at,
            vendor_id=product.vendor_id,
            vendor_name=vendor_name,
            stock_quantity=product.stock_quantity,
            sizes=[AdminSizeOut.of(product, size, gold_rate) for size in product.sizes],
            images=[AdminImageOut.model_validate(image) for image in product.images],
        )
