"""One change to many products: what it does to each, and to the prices."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from shop.catalogue.model import DiscountTooLarge, Product

_PAISA = Decimal("0.01")
_RUPEE = Decimal(1)
_FIELDS = (
    *("category_id", "vendor_id", "product_type", "status", "stock_availability"),
    *("weight", "making_charge", "wastage_charge", "discount"),
)


@dataclass(frozen=True, kw_only=True)
class Change:
    """What is to become of each product. ``fields`` are set as they are.

    Charges move by a percentage of themselves, to the paisa; ``discount_percent`` is the part of the making charge,
    as that is afterwards, that becomes the discount, in whole rupees.
    """

    fields: dict[str, Any] = field(default_factory=dict)
    making_charge_percent: Decimal | None = None
    wastage_charge_percent: Decimal | None = None
    discount_percent: Decimal | None = None

    def of(self, product: Product) -> dict[str, Any]:
        """Return the fields of a product that would be others, with their values.

        :raises DiscountTooLarge: where the discount would be more than the making charge.
        """
        before = {name: getattr(product, name) for name in _FIELDS}
        after = Product(**before | self.fields)
        if self.making_charge_percent is not None:
            after.making_charge = _moved(after.making_charge, self.making_charge_percent)
        if self.wastage_charge_percent is not None:
            after.wastage_charge = _moved(after.wastage_charge, self.wastage_charge_percent)
        if self.discount_percent is not None:
            part = after.making_charge * self.discount_percent / 100
            after.discount = min(part.quantize(_RUPEE, ROUND_HALF_UP), after.making_charge // 1)
        after.settle()
        return {name: getattr(after, name) for name in _FIELDS if getattr(after, name) != before[name]}


@dataclass
class Effect:
    """What a change does: ``moved`` by product, ``prices`` before and after in rupees, and who is left out and why."""

    moved: list[tuple[Product, dict[str, Any]]] = field(default_factory=list)
    prices: list[tuple[Product, Decimal, Decimal]] = field(default_factory=list)
    refused: list[tuple[Product, str]] = field(default_factory=list)


def effect(change: Change, products: Iterable[Product], gold_rate: Decimal) -> Effect:
    """Return what a change would do to products at a 22-carat rate in rupees a gram; nothing is changed."""
    found = Effect()
    for product in products:
        try:
            moved = change.of(product)
        except DiscountTooLarge as error:
            found.refused.append((product, error.message))
            continue
        if not moved:
            continue
        found.moved.append((product, moved))
        before = product.price_at(gold_rate).ornament_price
        charges = ("weight", "making_charge", "wastage_charge", "discount")
        priced = Product(**{name: moved.get(name, getattr(product, name)) for name in charges})
        found.prices.append((product, before, priced.price_at(gold_rate).ornament_price))
    return found


def _moved(charge: Decimal, percent: Decimal) -> Decimal:
    return (charge * (100 + percent) / 100).quantize(_PAISA, ROUND_HALF_UP)
