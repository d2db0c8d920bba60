"""What the shop sells, in which categories, made by whom, shown by which pictures."""

import datetime as dt
from decimal import Decimal
from enum import StrEnum
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Numeric, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from shop.catalogue.pricing import PriceBreakUp
from shop.database import Base, Grams, Key, Rupees


class Activity(StrEnum):
    """Whether a product or vendor takes part in the trade; spelled as the admin portal shows it."""

    ACTIVE = "active"
    INACTIVE = "in active"


class ProductType(StrEnum):
    """For whom or what an ornament is meant."""

    GENERAL = "general"
    MEN = "men"
    WEDDING = "wedding"
    KIDS = "kids"


class ImageStatus(StrEnum):
    """How far the worker is with a picture."""

    PROCESSING = "processing"
    READY = "ready"
    FAILED = "failed"


class Category(Base):
    """A kind of ornament."""

    __tablename__ = "category"

    id: Mapped[Key]
    code: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    image_url: Mapped[str]


class Vendor(Base):
    """Who makes or supplies ornaments. ``address3`` is the state, ``address4`` the pin code."""

    __tablename__ = "vendor"

    id: Mapped[Key]
    name: Mapped[str]
    address1: Mapped[str]
    address2: Mapped[str]
    address3: Mapped[str] = mapped_column(server_default="")
    address4: Mapped[str]
    contact_numbers: Mapped[str]
    status: Mapped[str] = mapped_column(server_default=Activity.ACTIVE.value)
    created_by: Mapped[str] = mapped_column(server_default="admin")


class Product(Base):
    """An ornament. Its price is never stored: it follows the gold rate."""

    __tablename__ = "product"
    __table_args__ = (
        CheckConstraint("discount >= 0 AND discount <= making_charge", name="discount"),
        CheckConstraint("weight > 0", name="weight"),
    )

    id: Mapped[Key]
    code: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    description: Mapped[str]
    weight: Mapped[Grams]
    making_charge: Mapped[Rupees]
    wastage_charge: Mapped[Rupees]
    discount: Mapped[Rupees] = mapped_column(server_default=text("0"))
    purity: Mapped[str] = mapped_column(server_default="22k")
    status: Mapped[str] = mapped_column(server_default=Activity.ACTIVE.value)
    stock_availability: Mapped[str] = mapped_column(server_default="yes")
    product_type: Mapped[str] = mapped_column(server_default=ProductType.GENERAL.value, index=True)
    purchase_rate: Mapped[Rupees]
    purchase_gold_rate: Mapped[Rupees]
    purchase_date: Mapped[dt.date]
    category_id: Mapped[int] = mapped_column(ForeignKey("category.id"), index=True)
    vendor_id: Mapped[int] = mapped_column(ForeignKey("vendor.id"), index=True)
    rating: Mapped[Decimal] = mapped_column(Numeric(3, 2), server_default=text("4"))
    review_count: Mapped[int] = mapped_column(server_default=text("0"))
    created_at: Mapped[dt.datetime] = mapped_column(server_default=func.now())

    images: Mapped[list["ProductImage"]] = relationship(
        lazy="raise", order_by="(ProductImage.position, ProductImage.id)"
    )

    @property
    def is_for_sale(self) -> bool:
        """Whether a shopper may order it now."""
        return self.status == Activity.ACTIVE and self.stock_availability == "yes"

    def price_at(self, gold_rate: Decimal) -> PriceBreakUp:
        """Return the break-up of one piece at a 22-carat rate in rupees a gram."""
        return PriceBreakUp(
            gold_rate=gold_rate,
            weight=self.weight,
            making_charge=self.making_charge,
            wastage_charge=self.wastage_charge,
            discount=self.discount,
        )


class ProductImage(Base):
    """A picture of a product: the original as uploaded, and what the worker made of it.

    ``renditions`` is ``[{"width": 320, "webp": "/media/…", "avif": "/media/…"}, …]``; ``placeholder`` a tiny blurred
    picture as a data URL.
    """

    __tablename__ = "product_image"

    id: Mapped[Key]
    product_id: Mapped[int] = mapped_column(ForeignKey("product.id", ondelete="CASCADE"), index=True)
    type: Mapped[str] = mapped_column(server_default="gallery")
    image_url: Mapped[str]
    position: Mapped[int] = mapped_column(server_default=text("0"))
    status: Mapped[str] = mapped_column(server_default=ImageStatus.PROCESSING.value)
    width: Mapped[int | None]
    height: Mapped[int | None]
    placeholder: Mapped[str | None]
    renditions: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))
