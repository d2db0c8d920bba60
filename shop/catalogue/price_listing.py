"""The products on sale as lists query them: one narrow row for each, with its price at the current gold rate.

Triggers on ``product`` write these rows. A change of the gold rate reprices them in one statement
(:mod:`shop.rates.repricing`). Orders never use these prices: product page, cart and checkout compute the price from the
product and the rate, with the same formula.
"""

import datetime as dt
from decimal import Decimal

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    Numeric,
    SmallInteger,
    String,
    Table,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key

PRICE_BANDS = (Decimal(50_000), Decimal(100_000), Decimal(200_000), Decimal(500_000))
"""The bounds of the price bands, in rupees. SQL functions have the same figures."""


class FacetGroup(Base):
    """All products with the same values of every filter except name and price.

    ``stars`` is the rating's whole part, 0 for a product without reviews.
    """

    __tablename__ = "shelf"
    __table_args__ = (UniqueConstraint("category_id", "product_type", "purity", "in_stock", "stars"),)

    id: Mapped[Key]
    category_id: Mapped[int] = mapped_column(ForeignKey("category.id", ondelete="CASCADE"))
    product_type: Mapped[str]
    purity: Mapped[str]
    in_stock: Mapped[bool] = mapped_column(Boolean)
    stars: Mapped[int] = mapped_column(SmallInteger)


class Listing(Base):
    """A product on sale. ``name`` is in lower case; ``sold`` is the number of pieces ordered in the last 90 days.

    ``rating`` is 0 for a product without reviews.

    Each sort order of a list has an index that includes the facet group, so filtering needs no access to the table.
    ``price_band`` counts from 0.
    """

    __tablename__ = "listing"
    __table_args__ = (
        Index("listing_newest_idx", "listed_at", "product_id", postgresql_include=["shelf_id"]),
        Index("listing_price_idx", "price", "product_id", postgresql_include=["shelf_id"]),
        Index("listing_rating_idx", "rating", "product_id", postgresql_include=["shelf_id"]),
        Index("listing_sold_idx", "sold", "product_id", postgresql_include=["shelf_id"]),
        Index("listing_name_idx", "name", postgresql_include=["shelf_id", "price_band"]),
        Index(
            "listing_words_idx",
            text("search_words(name)"),
            postgresql_using="gin",
            postgresql_with={"fastupdate": "off"},
        ),
        Index("listing_shelf_idx", "shelf_id", "price_band", "price"),
    )

    product_id: Mapped[int] = mapped_column(
        ForeignKey("product.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    facet_group_id: Mapped[int] = mapped_column("shelf_id", ForeignKey("shelf.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(collation="C"))
    listed_at: Mapped[dt.datetime]
    price: Mapped[Decimal] = mapped_column(Numeric(20, 2))
    price_band: Mapped[int] = mapped_column(SmallInteger)
    rating: Mapped[Decimal] = mapped_column(Numeric(3, 2))
    sold: Mapped[int] = mapped_column(server_default=text("0"))


FACET_GROUP_COUNTS = Table(
    "shelf_count",
    Base.metadata,
    Column("shelf_id", BigInteger, nullable=False),
    *(Column(f"number_{band}", Integer, nullable=False) for band in range(len(PRICE_BANDS) + 1)),
)
"""The products on sale by facet group, with a number for each price band: see :mod:`shop.db.counters`."""
