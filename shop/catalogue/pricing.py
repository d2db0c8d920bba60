"""The price of an ornament: metal at the gold rate, stones, making charge and wastage charge, minus the discount.

Stones are stored as ``[{"kind": "Ruby", "count": 1, "carats": 0.52, "charge": 12000}, …]``. A kind's carats and its
charge in rupees are those of all its stones in one piece.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import Any, Self

from sqlalchemy import ColumnElement, func

from shop.text.csv_cells import NOTHING
from shop.text.json_numbers import plain_number

PRICED_BY = ["weight", "making_charge", "wastage_charge", "discount", "stone_charge"]
"""The columns of a product that determine its price, together with the gold rate."""
STONE_SEPARATORS = "|;"
"""Characters that a stone's kind must not contain, because they separate the stones in a CSV file."""


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
    stone_charge: Decimal = Decimal(0)

    @classmethod
    def of(cls, product: Any, gold_rate: Any) -> Self:
        """Return the price of a product, or of the products of a table, at a 22-carat rate in rupees a gram."""
        return cls(
            gold_rate=gold_rate,
            weight=product.weight,
            making_charge=product.making_charge,
            wastage_charge=product.wastage_charge,
            discount=product.discount,
            stone_charge=product.stone_charge,
        )

    @property
    def metal_value(self) -> Decimal:
        """The value of the gold, in rupees and paise."""
        return _rounded(self.gold_rate * self.weight, 2)

    @property
    def mrp(self) -> Decimal:
        """The price before the discount, in whole rupees."""
        return _rounded(self.metal_value + self.stone_charge + self.making_charge + self.wastage_charge, 0)

    @property
    def metal_in_mrp(self) -> Decimal:
        """The gold's part of the rounded MRP, so that the lines of a break-up add up to it."""
        return self.mrp - self.stone_charge - self.making_charge - self.wastage_charge

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


GRAMS_PER_CARAT = Decimal("0.2")


def stored_stones(stones: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return stones in the form that the database stores."""
    return [
        {
            "kind": stone["kind"],
            "count": stone["count"],
            "carats": plain_number(Decimal(str(stone["carats"]))),
            "charge": plain_number(Decimal(str(stone["charge"]))),
        }
        for stone in stones
    ]


def charge_of_stones(stones: Iterable[Mapping[str, Any]]) -> Decimal:
    """Return the total charge of all stones, in rupees."""
    return sum((Decimal(str(stone["charge"])) for stone in stones), Decimal(0))


def grams_of_stones(stones: Iterable[Mapping[str, Any]]) -> Decimal:
    """Return the total weight of all stones, in grams, rounded down to the milligram."""
    carats = sum((Decimal(str(stone["carats"])) for stone in stones), Decimal(0))
    return (carats * GRAMS_PER_CARAT).quantize(Decimal("0.001"), ROUND_DOWN)


def stones_text(stones: Iterable[Mapping[str, Any]]) -> str:
    """Return stones as a cell of a CSV file has them: ``Ruby | 1 | 0.52 | 12000; Diamond | 18 | 0.36 | 21600``."""
    cells = (" | ".join(str(stone[name]) for name in ("kind", "count", "carats", "charge")) for stone in stones)
    return "; ".join(cells) or NOTHING
