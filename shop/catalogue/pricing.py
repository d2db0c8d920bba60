"""What an ornament costs: metal by weight and the day's rate, the work, the wastage, less a discount."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Self

_PAISA = Decimal("0.01")
_RUPEE = Decimal(1)


@dataclass(frozen=True)
class PriceBreakUp:
    """The price of one piece, in rupees (weight in grams), and how it came about."""

    gold_rate: Decimal
    weight: Decimal
    making_charge: Decimal
    wastage_charge: Decimal
    discount: Decimal

    @classmethod
    def of(cls, product: Any, gold_rate: Decimal) -> Self:
        """Price a product, or a row of its columns, at a 22-carat rate in rupees a gram."""
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
        return (self.gold_rate * self.weight).quantize(_PAISA, ROUND_HALF_UP)

    @property
    def mrp(self) -> Decimal:
        """The price before the discount, in whole rupees."""
        total = self.metal_value + self.making_charge + self.wastage_charge
        return total.quantize(_RUPEE, ROUND_HALF_UP)

    @property
    def ornament_price(self) -> Decimal:
        """What the shopper pays for one piece, in whole rupees."""
        return self.mrp - self.discount
