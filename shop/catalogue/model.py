"""Tables of the catalogue: categories, vendors and products."""

import datetime as dt
from decimal import Decimal
from enum import StrEnum
from typing import Any

from pydantic.alias_generators import to_camel
from sqlalchemy import CheckConstraint, ForeignKey, Index, Numeric, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, mapped_column, relationship, validates

from shop.catalogue.events import CatalogueChanged
from shop.catalogue.limits import check_discount, check_gross_weight, check_hallmark
from shop.catalogue.pricing import PRICED_BY, PriceBreakUp, charge_of_stones, grams_of_stones, stored_stones
from shop.catalogue.sizes import follow_sizes, least_making_charge, public_sizes, stored_sizes
from shop.catalogue.stock import IS_LOW_STOCK, MAX_PIECES, stock_left
from shop.db.base import Base, Grams, Key, Millimetres, Rupees
from shop.media.image_status import ImageStatus
from shop.media.keys import rendered_url
from shop.product_images.model import ProductImage


class Activity(StrEnum):
    """Whether a product or vendor is active, spelled as on the wire."""

    ACTIVE = "active"
    INACTIVE = "in active"


class ProductType(StrEnum):
    """The collection that an ornament belongs to."""

    GENERAL = "general"
    MEN = "men"
    WEDDING = "wedding"
    KIDS = "kids"


class Category(Base):
    """A kind of ornament. ``original`` is the key of its uploaded image, None if ``image_url`` was given instead.

    ``renditions`` have the form of :class:`ProductImage`. Without them pages show ``image_url``.
    """

    __tablename__ = "category"

    id: Mapped[Key]
    code: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    image_url: Mapped[str]
    original: Mapped[str | None]
    image_status: Mapped[str] = mapped_column(server_default=ImageStatus.READY.value)
    renditions: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))

    def set_upload(self, original: str) -> None:
        """Set a newly uploaded image. The worker will make its renditions."""
        self.original = original
        self.image_url = rendered_url(original)
        self.image_status = ImageStatus.PROCESSING.value
        self.renditions = []

    def set_image_url(self, image_url: str) -> None:
        """Set an image that the shop already shows. The worker will make its renditions."""
        if image_url != self.image_url:
            self.original = None
            self.image_url = image_url
            self.image_status = ImageStatus.READY.value
            self.renditions = []


class Vendor(Base):
    """A maker or supplier of ornaments. ``address3`` is the state, ``address4`` the pin code."""

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
    """An ornament. Its price follows the gold rate and is not stored here; ``listing`` has it for lists.

    ``stock_quantity`` is the number of pieces, or None if the shop does not count them and sets ``stock_availability``
    by hand; ``stock_movement`` has its changes. ``weight`` is the weight of the gold that is charged, ``gross_weight``
    the weight of the whole piece, ``width`` and ``height`` its outer dimensions in mm. ``stone_charge`` is the sum of
    the ``stones``: see :mod:`shop.catalogue.pricing`. ``bin`` is where its pieces are stored. If there are ``sizes``,
    weight and charges are those of the default size: see :mod:`shop.catalogue.sizes`. With ``on_sale_at`` it is
    inactive until then: see :mod:`workers.relay_threads.scheduler`. Caches depend on the columns in
    ``announce_catalogue``.
    """

    __tablename__ = "product"
    __table_args__ = (
        CheckConstraint("discount >= 0 AND discount <= making_charge", name="discount"),
        CheckConstraint("weight > 0", name="weight"),
        CheckConstraint("gross_weight >= weight", name="gross_weight"),
        CheckConstraint("width > 0 AND height > 0", name="measures"),
        CheckConstraint("stone_charge >= 0", name="stone_charge"),
        CheckConstraint(f"stock_quantity BETWEEN 0 AND {MAX_PIECES}", name="stock_quantity"),
        CheckConstraint("on_sale_at IS NULL OR status <> 'active'", name="on_sale_at"),
        CheckConstraint("NOT jsonb_path_exists(sizes, '$[*].stock_quantity ? (@ < 0)')", name="sizes"),
        # the sort orders of the admin's list
        Index("product_created_at_id_idx", "created_at", "id"),
        Index("product_name_id_idx", text("lower(name)"), "id"),
        Index("product_plain_code_idx", text("translate(lower(code COLLATE \"C\"), ' -_./', '')")),
        Index("product_lower_code_idx", text("lower(code) text_pattern_ops")),
        Index("product_weight_id_idx", "weight", "id"),
        Index("product_stock_quantity_id_idx", "stock_quantity", "id"),
        Index("product_low_stock_idx", "stock_quantity", "id", postgresql_where=text(IS_LOW_STOCK)),
        Index("product_on_sale_at_idx", "on_sale_at", postgresql_where=text("on_sale_at IS NOT NULL")),
        Index("product_inactive_idx", "id", postgresql_include=PRICED_BY, postgresql_where=text("status <> 'active'")),
        # the filters by size and stone
        *(
            Index(f"product_{name}_idx", text(f"jsonb_path_query_array({of}, '$[*].{key}')"), postgresql_using="gin")
            for name, of, key in (("size_labels", "sizes", "label"), ("stone_kinds", "stones", "kind"))
        ),
    )

    id: Mapped[Key]
    code: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    description: Mapped[str]
    weight: Mapped[Grams]
    gross_weight: Mapped[Grams | None]
    width: Mapped[Millimetres | None]
    height: Mapped[Millimetres | None]
    stones: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))
    stone_charge: Mapped[Rupees] = mapped_column(server_default=text("0"))
    sizes: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))
    making_charge: Mapped[Rupees]
    wastage_charge: Mapped[Rupees]
    discount: Mapped[Rupees] = mapped_column(server_default=text("0"))
    purity: Mapped[str] = mapped_column(server_default="22k")
    hallmark: Mapped[str | None]
    status: Mapped[str] = mapped_column(server_default=Activity.ACTIVE.value)
    stock_availability: Mapped[str] = mapped_column(server_default="yes")
    stock_quantity: Mapped[int | None]
    product_type: Mapped[str] = mapped_column(server_default=ProductType.GENERAL.value, index=True)
    purchase_rate: Mapped[Rupees]
    purchase_gold_rate: Mapped[Rupees]
    purchase_date: Mapped[dt.date]
    bin: Mapped[str | None]
    on_sale_at: Mapped[dt.datetime | None]
    category_id: Mapped[int] = mapped_column(ForeignKey("category.id"), index=True)
    vendor_id: Mapped[int] = mapped_column(ForeignKey("vendor.id"), index=True)
    rating: Mapped[Decimal] = mapped_column(Numeric(3, 2), server_default=text("4"))
    review_count: Mapped[int] = mapped_column(server_default=text("0"))
    created_at: Mapped[dt.datetime] = mapped_column(server_default=func.now())
    updated_at: Mapped[dt.datetime] = mapped_column(server_default=func.now(), onupdate=func.now())

    images: Mapped[list[ProductImage]] = relationship(lazy="raise", order_by=(ProductImage.position, ProductImage.id))

    @validates("stones")
    def _set_stones(self, _: str, given: list[dict[str, Any]]) -> list[dict[str, Any]]:
        self.stone_charge = charge_of_stones(given)
        return stored_stones(given)

    @validates("sizes")
    def _set_sizes(self, _: str, given: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return stored_sizes(given, self.sizes or ())

    def normalize(self) -> None:
        """Make a scheduled product inactive, and an inactive one or one without pieces out of stock.

        :raises DiscountTooLarge: if the discount is more than the making charge, or that of a size.
        :raises GrossWeightTooSmall: if the gross weight is less than the weight of the gold and the stones.
        :raises HallmarkDiffers: if the hallmark is for another purity.
        """
        check_hallmark(self.hallmark, self.purity or "22k")
        follow_sizes(self)
        if self.on_sale_at is not None:
            self.status = Activity.INACTIVE.value
        if self.status == Activity.INACTIVE:
            self.stock_availability = "no"
        elif self.stock_quantity is not None:
            self.stock_availability = "yes" if self.stock_quantity else "no"
        check_discount(self.discount, least_making_charge(self))
        check_gross_weight(self.gross_weight, self.weight + grams_of_stones(self.stones or ()))

    @hybrid_property
    def is_for_sale(self) -> bool:
        """Whether a shopper can order it now; on the class, the SQL condition."""
        return (self.status == Activity.ACTIVE.value) & (self.stock_availability == "yes")

    @property
    def stock_left(self) -> int | None:
        """The number of pieces that shoppers see."""
        return stock_left(self.stock_quantity)

    @property
    def visible_images(self) -> list[ProductImage]:
        """The images that shoppers may see: those with finished renditions."""
        return [image for image in self.images if image.is_visible]

    def change_event(self, action: str) -> CatalogueChanged:
        """Return the event of a change, with the data of the price. For an inactive product, only admins receive it."""
        details: dict[str, Any] = {"status": self.status, "stockAvailability": self.stock_availability}
        if self.status == Activity.ACTIVE:
            details |= {to_camel(name): float(getattr(self, name)) for name in PRICED_BY}
            gross_weight = None if self.gross_weight is None else float(self.gross_weight)
            details |= {"grossWeight": gross_weight, "stones": self.stones, "sizes": public_sizes(self.sizes)}
            details |= {"code": self.code, "name": self.name, "purity": self.purity, "hallmark": self.hallmark}
            details |= {"categoryId": self.category_id, "productType": self.product_type, "stockLeft": self.stock_left}
        for_staff = {"stockQuantity": self.stock_quantity}
        return CatalogueChanged(entity="product", id=self.id, action=action, details=details, for_staff=for_staff)

    def price_at(self, gold_rate: Decimal) -> PriceBreakUp:
        """Return the break-up of one piece at a 22-carat rate in rupees a gram."""
        return PriceBreakUp.of(self, gold_rate)


def fixed_availability(product: Product) -> str:
    """Return why the availability of an inactive or a counted product is what it is."""
    if product.status == Activity.INACTIVE:
        return "It is in active, so it is out of stock."
    return "Its pieces are counted: it is in stock as long as there are any."
