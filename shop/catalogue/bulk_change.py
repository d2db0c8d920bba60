"""Compute the effect of one change on many products: the new fields and the new price of each."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from shop.catalogue.limits import DiscountTooLarge, HallmarkDiffers
from shop.catalogue.model import Activity, Product, fixed_availability
from shop.catalogue.pricing import PRICED_BY
from shop.errors import Conflict

_PAISA = Decimal("0.01")
_RUPEE = Decimal(1)
_FIELDS = (
    *("category_id", "vendor_id", "product_type", "status", "stock_availability", "stock_quantity"),
    *("sizes", "weight", "making_charge", "wastage_charge", "discount", "purity", "hallmark"),
    "on_sale_at",
)


class StockOfSizes(Conflict):
    """A product with sizes has a number of pieces for each size, so one number for the whole product cannot be set."""

    code = "stock_of_sizes"


class FixedAvailability(Conflict):
    """The availability of a product follows from its pieces or from its status, so another one cannot be set."""

    code = "fixed_availability"


@dataclass(frozen=True, kw_only=True)
class BulkChange:
    """A change of each product. ``fields`` are set to the same values.

    The charges change by a percentage of themselves, rounded to the paisa. ``discount_percent`` is a percentage of the
    new making charge; it becomes the discount, in whole rupees.
    """

    fields: dict[str, Any] = field(default_factory=dict)
    making_charge_percent: Decimal | None = None
    wastage_charge_percent: Decimal | None = None
    discount_percent: Decimal | None = None

    def changed_fields(self, product: Product) -> dict[str, Any]:
        """Return the fields of a product that would change, with their new values.

        :raises DiscountTooLarge: if the discount would be more than the making charge.
        :raises HallmarkDiffers: if the hallmark would be for another purity.
        :raises StockOfSizes: if the change sets the number of pieces and the product has sizes.
        :raises FixedAvailability: if the change sets an availability that the product cannot have.
        """
        if product.sizes and "stock_quantity" in self.fields:
            raise StockOfSizes("It comes in sizes. Set the pieces of each size in its form.")
        before = {name: getattr(product, name) for name in _FIELDS}
        after = Product(**before | self.fields)
        if self.fields.get("status") == Activity.ACTIVE and after.on_sale_at is not None:
            after.on_sale_at = None  # the product goes on sale now, in the same way as at its scheduled time
            after.stock_availability = self.fields.get("stock_availability", "yes")
        for name, percent in (
            ("making_charge", self.making_charge_percent),
            ("wastage_charge", self.wastage_charge_percent),
        ):
            if percent is not None:
                setattr(after, name, _add_percent(getattr(after, name), percent))
                after.sizes = [_with_charge(size, name, percent) for size in after.sizes]
        if self.discount_percent is not None:
            part = after.making_charge * self.discount_percent / 100
            after.discount = min(part.quantize(_RUPEE, ROUND_HALF_UP), after.making_charge // 1)
        after.normalize()
        availability = self.fields.get("stock_availability", after.stock_availability)
        if availability != after.stock_availability and self.fields.get("status") != Activity.INACTIVE:
            raise FixedAvailability(fixed_availability(after))
        return {name: getattr(after, name) for name in _FIELDS if getattr(after, name) != before[name]}


@dataclass
class BulkPreview:
    """The effect of a change: the new fields of each product, its price before and after in rupees, and refusals."""

    changes: list[tuple[Product, dict[str, Any]]] = field(default_factory=list)
    prices: list[tuple[Product, Decimal, Decimal]] = field(default_factory=list)
    refused: list[tuple[Product, str]] = field(default_factory=list)


def preview(change: BulkChange, products: Iterable[Product], gold_rate: Decimal) -> BulkPreview:
    """Return what a change would do at a 22-carat rate in rupees a gram. Nothing is changed."""
    found = BulkPreview()
    for product in products:
        try:
            changed = change.changed_fields(product)
        except (DiscountTooLarge, FixedAvailability, HallmarkDiffers, StockOfSizes) as error:
            found.refused.append((product, error.message))
            continue
        if not changed:
            continue
        found.changes.append((product, changed))
        before = product.price_at(gold_rate).ornament_price
        after = Product(**{name: changed.get(name, getattr(product, name)) for name in PRICED_BY})
        found.prices.append((product, before, after.price_at(gold_rate).ornament_price))
    return found


def _with_charge(size: dict[str, Any], name: str, percent: Decimal) -> dict[str, Any]:
    """Return a size whose own charge is changed by a percentage."""
    if size[name] is None:
        return size
    return size | {name: _add_percent(Decimal(str(size[name])), percent)}


def _add_percent(charge: Decimal, percent: Decimal) -> Decimal:
    return (charge * (100 + percent) / 100).quantize(_PAISA, ROUND_HALF_UP)
