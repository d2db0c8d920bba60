"""The price of an ornament: metal at the day's rate, making charge and wastage charge, less a discount."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Self

from sqlalchemy import ColumnElement, func


@dataclass(frozen=True)
class PriceBreakUp:
    """The price of one piece in rupees, with its parts; the weight is in grams.

    The fields may also be columns of a table. The properties are then SQL expressions with the same result.
    """

    gold_rate: Decimal
    weight: Decimal
    making_charge: Decimal
    wastage_charge: Decimal
    discount: Decimal

    @classmethod
    def of(cls, product: Any, gold_rate: Any) -> Self:
        """Return the price of a product, or of the products of a table, at a 22-carat rate in rupees a gram."""
        return cls(
            gold_rate=gold_rate,
            weight=product.weight,
            making_charge=product.making_charge,
            wastage_charge=product.wastage_charge,
            discount=product.discount,
        )

    @property
    def metal_value(self) -> Decimal:
        """The value of the gold, in rupees and paise."""
        return _rounded(self.gold_rate * self.weight, 2)

    @property
    def mrp(self) -> Decimal:
        """The price before the discount, in whole rupees."""
        return _rounded(self.metal_value + self.making_charge + self.wastage_charge, 0)

    @property
    def metal_in_mrp(self) -> Decimal:
        """The gold's part of the rounded MRP, so that the lines of a break-up add up to it."""
        return self.mrp - self.making_charge - self.wastage_charge

    @property
    def ornament_price(self) -> Decimal:
        """The price after the discount, in whole rupees."""
        return self.mrp - self.discount


def _rounded(amount: Decimal, places: int) -> Decimal:
    """Round half away from zero, as PostgreSQL rounds numerics."""
    if isinstance(amount, ColumnElement):
        expression: Any = func.round(amount, places)
        return expression
    return amount.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
