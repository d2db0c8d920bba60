"""What an ornament costs: metal by weight and the day's rate, the work, the wastage, less a discount."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Self

from sqlalchemy import ColumnElement, func


@dataclass(frozen=True)
class PriceBreakUp:
    """The price of one piece, in rupees (weight in grams), and how it came about.

    Of the columns of a table in place of figures it makes the expressions by which PostgreSQL computes the same.
    """

    gold_rate: Decimal
    weight: Decimal
    making_charge: Decimal
    wastage_charge: Decimal
    discount: Decimal

    @classmethod
    def of(cls, product: Any, gold_rate: Any) -> Self:
        """Price a product, or the table of products, at a 22-carat rate in rupees a gram."""
        return cls(
            gold_rate=gold_rate,
            weight=product.weight,
            making_charge=product.making_charge,
            wastage_charge=product.wastage_charge,
            discount=product.discount,
        )

    @property
    def metal_value(self) -> Decimal:
        """The gold alone, in rupees and paise."""
        return _rounded(self.gold_rate * self.weight, 2)

    @property
    def mrp(self) -> Decimal:
        """The price before the discount, in whole rupees."""
        return _rounded(self.metal_value + self.making_charge + self.wastage_charge, 0)

    @property
    def metal_in_mrp(self) -> Decimal:
        """What of the price is gold: the rest, so that the lines of a break-up add up to it."""
        return self.mrp - self.making_charge - self.wastage_charge

    @property
    def ornament_price(self) -> Decimal:
        """What the shopper pays for one piece, in whole rupees."""
        return self.mrp - self.discount


def _rounded(amount: Decimal, places: int) -> Decimal:
    """Round to so many decimal places, halves away from zero, as PostgreSQL rounds its numerics."""
    if isinstance(amount, ColumnElement):
        expression: Any = func.round(amount, places)
        return expression
    return amount.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
