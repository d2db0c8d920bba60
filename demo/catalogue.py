"""Rows for the demo catalogue, made from the files in this folder."""

import datetime as dt
import io
import json
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal
from pathlib import Path
from typing import Any

from PIL import Image
from sqlalchemy.ext.asyncio import AsyncSession

from shop.catalogue.events import CategoryImageUploaded
from shop.catalogue.model import Activity, Category, Product, Vendor
from shop.catalogue.pricing import charge_of_stones
from shop.catalogue.sizes import measure_of
from shop.clock import INDIA, today
from shop.events import outbox
from shop.media.media import Media, media
from shop.product_images.events import ProductImageUploaded
from shop.product_images.model import ProductImage
from shop.rates.model import GoldRate
from shop.stock.model import MovementReason
from shop.stock.rules import record_movement

FOLDER = Path(__file__).parent
ON_SALE_AT = dt.time(10)
"""The time in India at which a scheduled product goes on sale tomorrow."""
RISE_TOMORROW = 40
"""Rupees a gram by which the scheduled rate of tomorrow is above today's."""

PIECES = {"PD-404": 3, "MS-802": 2, "BR-701": 1, "NK-304": 0}
"""The products with a counted stock, by code. For products in sizes it is the sum of :data:`PIECES_OF_SIZES`."""

_RINGS = ("8", "10", "12", "14", "16", "18", "20")
SIZES = {
    "RG-101": (_RINGS, "12"),
    "RG-102": (_RINGS, "14"),
    "RG-103": (("16", "18", "20", "22", "24", "26"), "20"),
    "BG-501": (("2.2", "2.4", "2.6", "2.8", "2.10"), "2.6"),
    "BG-502": (("2.6", "2.8", "2.10", "2.12"), "2.8"),
    "CH-601": (("16 in", "18 in", "20 in", "22 in", "24 in"), "20 in"),
    "CH-602": (("20 in", "22 in", "24 in"), "22 in"),
}
"""The products that come in sizes, by code: the sizes, and the default size, which has the product's weight."""
PIECES_OF_SIZES = {"RG-101": (2, 5, 6, 4, 0, 3, 1)}
"""The pieces of each size, for sizes that are counted."""


@dataclass
class Catalogue:
    """The content of ``catalogue.json``, and the pictures of its folder."""

    content: dict[str, Any]
    media: Media

    @classmethod
    def from_files(cls) -> "Catalogue":
        """Read the catalogue from its folder."""
        return cls(json.loads((FOLDER / "catalogue.json").read_text()), media())

    def rates(self, *, newest: dt.date) -> list[GoldRate]:
        """Return the gold rates, oldest first, with dates shifted so that the newest has the date ``newest``."""
        rates = self.content["rates"]
        moved = newest - dt.date.fromisoformat(rates[-1]["date"])
        return [
            GoldRate(
                date=dt.date.fromisoformat(rate["date"]) + moved,
                r22k=Decimal(rate["r22kRate"]),
                r24k=Decimal(rate["r24kRate"]),
            )
            for rate in rates
        ]

    def scheduled_rate(self, newest: GoldRate) -> GoldRate:
        """Return the rate of the next day, which only staff see."""
        day = newest.date + dt.timedelta(days=1)
        return GoldRate(date=day, r22k=newest.r22k + RISE_TOMORROW, r24k=newest.r24k + RISE_TOMORROW)

    async def load(self, session: AsyncSession, *, at: dt.datetime, renditions: bool) -> list[Product]:
        """Add categories, vendors and products with their pictures. With ``renditions``, the workers render these."""
        categories = {entry["code"]: self._category(entry) for entry in self.content["categories"]}
        vendors = [_vendor(entry) for entry in self.content["vendors"]]
        session.add_all([*categories.values(), *vendors])
        await session.flush()
        active = [vendor for vendor in vendors if vendor.status == Activity.ACTIVE]
        products = [
            self._product(number, entry, categories[entry["category"]], active[number % len(active)], at)
            for number, entry in enumerate(self.content["products"])
        ]
        for product in products:
            session.add(product)
            await session.run_sync(record_movement, product, {}, MovementReason.PRODUCT_FORM, at=at)
        await session.flush()
        if renditions:
            for category in categories.values():
                await outbox.record(session, CategoryImageUploaded(category_id=category.id), at=at)
            for image in (image for product in products for image in product.images):
                await outbox.record(session, ProductImageUploaded(image_id=image.id), at=at)
        return products

    def worn_originals(self) -> dict[str, str]:
        """Store the photos of worn pieces like uploads. Return their keys, by product code."""
        files = {file.stem: file for file in sorted((FOLDER / "photos").glob("*.webp"))}
        return {
            code: self.media.store_original(io.BytesIO(file.read_bytes()), file.suffix) for code, file in files.items()
        }

    def _category(self, entry: dict[str, Any]) -> Category:
        return Category(
            code=entry["code"],
            name=entry["name"],
            image_url=self._keep(entry["image"], "categories"),
        )

    def _product(
        self, number: int, entry: dict[str, Any], category: Category, vendor: Vendor, at: dt.datetime
    ) -> Product:
        weight, making = Decimal(str(entry["weight"])), Decimal(entry["makingCharge"])
        stones = charge_of_stones(entry.get("stones", [])) * 7 / 10
        bought_at = Decimal(self.content["rates"][0]["r22kRate"])
        on_sale_at = _tomorrow(at) if entry.get("isOnSaleTomorrow") else None
        product = Product(
            code=entry["code"],
            name=entry["name"],
            description=entry["description"],
            weight=weight,
            gross_weight=_measured(entry, "grossWeight"),
            width=_measured(entry, "width"),
            height=_measured(entry, "height"),
            stones=entry.get("stones", []),
            sizes=_sizes(entry["code"], weight, making),
            making_charge=making,
            wastage_charge=Decimal(entry["wastageCharge"]),
            discount=_discount(number, making),
            purity=entry["purity"],
            hallmark=entry.get("hallmark"),
            product_type=entry["productType"],
            stock_availability=entry["stockAvailability"],
            stock_quantity=PIECES.get(entry["code"]),
            bin=f"{'ABCD'[number % 4]}-{number % 24 + 1:02d}",
            purchase_gold_rate=bought_at,
            purchase_rate=(bought_at * weight + making / 2 + stones).quantize(Decimal(1)),
            purchase_date=at.date() - dt.timedelta(days=40),
            category_id=category.id,
            vendor_id=vendor.id,
            on_sale_at=on_sale_at,
            status=(Activity.INACTIVE if on_sale_at else Activity.ACTIVE).value,
            created_at=at - dt.timedelta(days=45 - number * 11 % 44, minutes=number),
            images=[self._image(position, path) for position, path in enumerate(entry["images"])],
        )
        product.normalize()
        return product

    def _image(self, position: int, path: str) -> ProductImage:
        with Image.open(FOLDER / path) as picture:
            width, height = picture.size
        return ProductImage(
            type="thumbnail" if position == 0 else "gallery",
            image_url=self._keep(path, "products"),
            position=position,
            width=width,
            height=height,
        )

    def _keep(self, path: str, kind: str) -> str:
        file = FOLDER / path
        return self.media.store(file.read_bytes(), kind=kind, name=file.stem, suffix=file.suffix)


def _tomorrow(at: dt.datetime) -> dt.datetime:
    return dt.datetime.combine(today(at) + dt.timedelta(days=1), ON_SALE_AT, INDIA)


def _measured(entry: dict[str, Any], name: str) -> Decimal | None:
    return Decimal(str(entry[name])) if name in entry else None


def _vendor(entry: dict[str, Any]) -> Vendor:
    status = Activity.ACTIVE if entry["status"] == "active" else Activity.INACTIVE
    fields = ("name", "address1", "address2", "address3", "address4")
    return Vendor(
        **{name: entry[name] for name in fields},
        contact_numbers=entry["contactNumbers"],
        status=status.value,
    )


def _sizes(code: str, weight: Decimal, making: Decimal) -> list[dict[str, Any]]:
    """Return the sizes of a product. Weights grow with the size; making charges do so for chains."""
    labels, default = SIZES.get(code, ((), ""))
    counts = PIECES_OF_SIZES.get(code, (None,) * len(labels))
    sizes = []
    for label, count in zip(labels, counts, strict=True):
        part = Decimal(str(measure_of(label).rank)) / Decimal(str(measure_of(default).rank))
        size: dict[str, Any] = {"label": label, "weight": (weight * part).quantize(Decimal("0.01"))}
        if label.endswith(" in") and label != default:
            size["making_charge"] = (making * part / 10).quantize(Decimal(1)) * 10
        sizes.append(size | {"stock_quantity": count, "is_default": label == default})
    return sizes


def _discount(number: int, making: Decimal) -> Decimal:
    """Return a discount for every fourth product: 10 to 20 % of its making charge, in whole hundreds of rupees."""
    if number % 4:
        return Decimal(0)
    part = making * (10 + number % 11) / 100
    return (part / 100).quantize(Decimal(1), ROUND_DOWN) * 100
