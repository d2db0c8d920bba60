"""Bringing a gold rate into force: the listing is repriced in the transaction of whatever changed the rate.

Displayed prices and checkout follow from the rate's row itself. The listing, by which lists are sorted and narrowed,
is repriced under a lock that only writers of products share: shoppers read on and order meanwhile.
"""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, cast

from sqlalchemy import CursorResult, Select, func, select, text
from sqlalchemy.orm import Session

from shop.rates.model import GoldRate, RateInForce, current_rate

_PRICES_LOCK = 0x5072_6963

_REPRICE = text("""
    UPDATE listing SET price = costs.price, price_band = price_band(costs.price)
    FROM (
        SELECT id, ornament_price(:rate, weight, making_charge, wastage_charge, discount) AS price FROM product
        OFFSET 0
    ) AS costs
    WHERE listing.product_id = costs.id AND listing.price <> costs.price
""")

_EFFECT = text("""
    WITH priced AS (
        SELECT product.id,
            ornament_price(:old, weight, making_charge, wastage_charge, discount) AS before,
            ornament_price(:new, weight, making_charge, wastage_charge, discount) AS after
        FROM product WHERE status = 'active'
        OFFSET 0
    ), repriced AS MATERIALIZED (SELECT * FROM priced WHERE before <> after)
    SELECT count(*) AS products, avg(after - before) AS mean,
        avg((after - before) / before) FILTER (WHERE before > 0) AS part,
        (SELECT count(DISTINCT customer_id) FROM cart_item JOIN repriced ON product_id = repriced.id) AS carts
    FROM repriced
""")


@dataclass(frozen=True)
class InForce:
    """The rate that the listing is priced by now, and how many products cost something else since.

    ``is_new`` tells whether it, or its figures, were others before; the very first one is not.
    """

    rate: GoldRate | None
    repriced: int = 0
    is_new: bool = False


@dataclass(frozen=True)
class Effect:
    """What a rate would do to the products on sale: ``mean`` is rupees a product, ``part`` 0.02 for two percent."""

    products: int
    mean: Decimal
    part: Decimal
    carts: int


PATIENCE_SECONDS = 65.0
"""How long this side waits for a repricing: a little longer than PostgreSQL's own limit below."""


def prices_alone() -> Select[Any]:
    """Select nothing, but hold all prices until the transaction ends, and let it take its time."""
    return select(
        func.set_config("lock_timeout", "20s", True),
        func.set_config("statement_timeout", "60s", True),
        func.pg_advisory_xact_lock(_PRICES_LOCK),
    )


def prices_settled() -> Select[Any]:
    """Select nothing, but wait for a repricing under way and hold off the next, for who writes the listing.

    Taken before any row's lock, it spares everyone else the wait.
    """
    return select(func.set_config("lock_timeout", "20s", True), func.pg_advisory_xact_lock_shared(_PRICES_LOCK))


def is_due(session: Session, day: dt.date) -> bool:
    """Tell whether the lists are priced by another rate than that of ``day``; costs two small reads."""
    held = session.get(RateInForce, 1)
    rate = session.scalar(current_rate(day))
    return held is None or _figures(held) != _figures(rate)


def bring_into_force(session: Session, *, day: dt.date) -> InForce:
    """Price the listing by the rate of ``day``, where it is not yet.

    Holds all prices until the caller's transaction ends.
    """
    session.execute(prices_alone())
    held = session.get(RateInForce, 1, populate_existing=True)
    rate = session.scalar(current_rate(day).execution_options(populate_existing=True))
    figures = _figures(rate)
    if held is not None and _figures(held) == figures:
        return InForce(rate)
    is_first = held is None
    if held is None:
        held = RateInForce(id=1)
        session.add(held)
    held.rate_id, held.r22k, held.r24k, held.date = figures
    repriced = cast("CursorResult[Any]", session.execute(_REPRICE, {"rate": held.r22k or Decimal(0)}))
    return InForce(rate, repriced.rowcount, is_new=not is_first)


def effect(session: Session, *, old: Decimal, new: Decimal) -> Effect:
    """Return what a change of the 22-carat rate in force would do; nothing is changed."""
    row = session.execute(_EFFECT, {"old": old, "new": new}).one()
    return Effect(row.products, row.mean or Decimal(0), row.part or Decimal(0), row.carts)


def _figures(rate: GoldRate | RateInForce | None) -> tuple[Any, ...]:
    if rate is None:
        return None, None, None, None
    number = rate.id if isinstance(rate, GoldRate) else rate.rate_id
    return number, rate.r22k, rate.r24k, rate.date
