"""What the shop sells, in which categories, made by whom, shown by which pictures."""

import datetime as dt
from decimal import Decimal
from enum import StrEnum
from typing import Any

from pydantic.alias_generators import to_camel
from sqlalchemy import CheckConstraint, ForeignKey, Index, Numeric, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, mapped_column, relationship

from shop.catalogue.events import CatalogueChanged, ProductImageFailed, ProductImageReady
from shop.catalogue.pricing import PriceBreakUp
from shop.db.base import Base, Grams, Key, Rupees
from shop.errors import Conflict
from shop.media import shown_at


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


class DiscountTooLarge(Conflict):
    """A discount is given on the work, never on the gold."""

    code = "discount_too_large"


class Category(Base):
    """A kind of ornament. ``original`` is the key of its uploaded picture, None where it was given by its address.

    ``renditions`` are as a product's picture has them; without any, pages show the picture at its address.
    """

    __tablename__ = "category"

    id: Mapped[Key]
    code: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    image_url: Mapped[str]
    original: Mapped[str | None]
    image_status: Mapped[str] = mapped_column(server_default=ImageStatus.READY.value)
    renditions: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))

    def receive(self, original: str) -> None:
        """Take a newly uploaded picture; the worker will make of it what is shown."""
        self.original = original
        self.image_url = shown_at(original)
        self.image_status = ImageStatus.PROCESSING.value
        self.renditions = []

    def show(self, image_url: str) -> None:
        """Take a picture that the shop has already; the worker will make its other sizes."""
        if image_url != self.image_url:
            self.original = None
            self.image_url = image_url
            self.image_status = ImageStatus.READY.value
            self.renditions = []


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
    """An ornament. Its price is not stored here: it follows the gold rate. Lists have it in ``listing``."""

    __tablename__ = "product"
    __table_args__ = (
        CheckConstraint("discount >= 0 AND discount <= making_charge", name="discount"),
        CheckConstraint("weight > 0", name="weight"),
        # as the portal sorts them
        Index("product_created_at_id_idx", "created_at", "id"),
        Index("product_name_id_idx", text("lower(name)"), "id"),
        Index("product_weight_id_idx", "weight", "id"),
        Index(
            "product_put_away_idx",
            "id",
            postgresql_include=["weight", "making_charge", "wastage_charge", "discount"],
            postgresql_where=text("status <> 'active'"),
        ),
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
    updated_at: Mapped[dt.datetime] = mapped_column(server_default=func.now(), onupdate=func.now())

    images: Mapped[list["ProductImage"]] = relationship(
        lazy="raise", order_by="(ProductImage.position, ProductImage.id)"
    )

    def settle(self) -> None:
        """Bring the fields into agreement after they were set: what is in active is not in stock.

        :raises DiscountTooLarge: where the discount is more than the making charge.
        """
        if self.status == Activity.INACTIVE:
            self.stock_availability = "no"
        if self.discount > self.making_charge:
            raise DiscountTooLarge(
                "The discount cannot be more than the making charge.",
                fields={"discount": f"At most {self.making_charge:f}, the making charge."},
            )

    @hybrid_property
    def is_for_sale(self) -> bool:
        """Whether a shopper may order it now; of the class, the condition in SQL."""
        return (self.status == Activity.ACTIVE.value) & (self.stock_availability == "yes")

    @property
    def shown_images(self) -> list["ProductImage"]:
        """The pictures that pages can show; one that is still being made, or failed, is not among them."""
        return [image for image in self.images if image.is_shown]

    def changed(self, action: str) -> CatalogueChanged:
        """Say what happened to the product, with all that prices it. What was in active all along stays a secret."""
        details: dict[str, Any] = {"status": self.status, "stockAvailability": self.stock_availability}
        if self.status == Activity.ACTIVE:
            figures = ("weight", "making_charge", "wastage_charge", "discount")
            details |= {to_camel(name): float(getattr(self, name)) for name in figures}
            details |= {"code": self.code, "name": self.name, "purity": self.purity}
            details |= {"categoryId": self.category_id, "productType": self.product_type}
        return CatalogueChanged(entity="product", id=self.id, action=action, details=details)

    def price_at(self, gold_rate: Decimal) -> PriceBreakUp:
        """Return the break-up of one piece at a 22-carat rate in rupees a gram."""
        return PriceBreakUp.of(self, gold_rate)


class ProductImage(Base):
    """A picture of a product: the original as uploaded, and what the worker made of it.

    ``renditions`` is ``[{"width": 320, "webp": "/media/…", "avif": "/media/…"}, …]``; ``placeholder`` a tiny blurred
    picture as a data URL. ``original`` is the key of the upload, None where ``image_url`` itself is the original;
    ``failure`` says why nothing could be made of it.
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
    original: Mapped[str | None]
    failure: Mapped[str | None]

    def receive(self, original: str) -> None:
        """Take a newly uploaded original; the worker will make of it what is shown."""
        self.original = original
        self.image_url = shown_at(original)
        self._await_worker()

    def show(self, image_url: str) -> None:
        """Take as original a picture that the shop shows already."""
        self.original = None
        self.image_url = image_url
        self._await_worker()

    def become_ready(
        self, *, width: int, height: int, placeholder: str, renditions: list[dict[str, Any]]
    ) -> ProductImageReady:
        """Take what the worker made; sizes are pixels, upright."""
        self.status = ImageStatus.READY.value
        self.width, self.height, self.placeholder, self.renditions = width, height, placeholder, renditions
        self.failure = None
        return ProductImageReady(image=self._as_listed())

    def fail(self, reason: str) -> ProductImageFailed:
        """Give the picture up, for a reason that an admin can read."""
        self._await_worker()
        self.status = ImageStatus.FAILED.value
        self.failure = reason
        return ProductImageFailed(image=self._as_listed() | {"failure": reason})

    @property
    def is_shown(self) -> bool:
        """Whether there is anything at its address to show."""
        return self.original is None or self.status == ImageStatus.READY

    def _await_worker(self) -> None:
        self.status = ImageStatus.PROCESSING.value
        self.width = self.height = self.placeholder = self.failure = None
        self.renditions = []

    def _as_listed(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "productId": self.product_id,
            "type": self.type,
            "imageUrl": self.image_url,
            "position": self.position,
            "status": self.status,
            "width": self.width,
            "height": self.height,
            "placeholder": self.placeholder,
            "renditions": self.renditions,
        }
