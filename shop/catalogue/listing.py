"""The catalogue as lists find it: one narrow row for each product on sale, priced by the rate in force.

The database keeps it with triggers on ``product``, so that whoever writes a product need not know of it; a change of
the rate reprices it in one statement (:mod:`shop.rates.force`). Nothing is sold from here: product page, cart and
checkout compute the price from the product and the rate, with the same formula.
"""

import datetime as dt
from decimal import Decimal

from sqlalchemy import Boolean, ForeignKey, Index, Numeric, SmallInteger, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key

PRICE_BANDS = (Decimal(50_000), Decimal(100_000), Decimal(200_000), Decimal(500_000))
"""Where one band of prices ends and the next begins, in rupees. The migrations hold the same figures."""


class Shelf(Base):
    """All products that every filter but name and price treats alike. ``stars`` is the rating's whole part."""

    __tablename__ = "shelf"
    __table_args__ = (UniqueConstraint("category_id", "product_type", "purity", "in_stock", "stars"),)

    id: Mapped[Key]
    category_id: Mapped[int] = mapped_column(ForeignKey("category.id", ondelete="CASCADE"))
    product_type: Mapped[str]
    purity: Mapped[str]
    in_stock: Mapped[bool] = mapped_column(Boolean)
    stars: Mapped[int] = mapped_column(SmallInteger)


class Listing(Base):
    """A product on sale. ``name`` is in lower case; ``sold`` the pieces ordered in the last 90 days.

    Every order that a list can have is an index which also knows the shelf, so that filters are answered from the
    index alone; ``price_band`` counts up from 0.
    """

    __tablename__ = "listing"
    __table_args__ = (
        Index("listing_newest_idx", "listed_at", "product_id", postgresql_include=["shelf_id"]),
        Index("listing_price_idx", "price", "product_id", postgresql_include=["shelf_id"]),
        Index("listing_rating_idx", "rating", "product_id", postgresql_include=["shelf_id"]),
        Index("listing_sold_idx", "sold", "product_id", postgresql_include=["shelf_id"]),
        Index("listing_name_idx", "name", postgresql_include=["shelf_id", "price_band"]),
        Index("listing_shelf_idx", "shelf_id", "price_band", "price"),
    )

    product_id: Mapped[int] = mapped_column(
        ForeignKey("product.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    shelf_id: Mapped[int] = mapped_column(ForeignKey("shelf.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(collation="C"))
    listed_at: Mapped[dt.datetime]
    price: Mapped[Decimal] = mapped_column(Numeric(20, 2))
    price_band: Mapped[int] = mapped_column(SmallInteger)
    rating: Mapped[Decimal] = mapped_column(Numeric(3, 2))
    sold: Mapped[int] = mapped_column(server_default=text("0"))
