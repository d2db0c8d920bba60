"""Compute the effect of another gold rate: the products and the carts with another price. Nothing is written."""

from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import text
from sqlalchemy.orm import Session

_EFFECT = text("""
    WITH priced AS (
        SELECT product.id,
            ornament_price(:old, weight, making_charge, wastage_charge, discount, stone_charge) AS before,
            ornament_price(:new, weight, making_charge, wastage_charge, discount, stone_charge) AS after
        FROM product WHERE status = 'active'
        OFFSET 0
    ), repriced AS MATERIALIZED (SELECT * FROM priced WHERE before <> after)
    SELECT count(*) AS products, avg(after - before) AS mean_change,
        avg((after - before) / before) FILTER (WHERE before > 0) AS mean_relative_change,
        (SELECT count(DISTINCT customer_id) FROM cart_item
            JOIN repriced ON repriced.id IN (product_id, sized_product_id)) AS carts
    FROM repriced
""")


@dataclass(frozen=True)
class PriceEffect:
    """The effect of a change of the rate on the products on sale.

    ``products`` and ``carts`` count those with another price. The mean change of these prices is in rupees and as a
    part of the old price: 0.02 is two percent up.
    """

    products: int
    mean_change: Decimal
    mean_relative_change: Decimal
    carts: int


def price_effect(session: Session, *, old: Decimal, new: Decimal) -> PriceEffect:
    """Return the effect of a change of the 22-carat rate in force. Nothing is changed."""
    row = session.execute(_EFFECT, {"old": old, "new": new}).one()
    return PriceEffect(row.products, row.mean_change or Decimal(0), row.mean_relative_change or Decimal(0), row.carts)
