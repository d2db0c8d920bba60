"""Reprices the listing when another gold rate comes into force, in the transaction that changes the rate.

Displayed prices and the checkout are computed from the rate itself. The listing stores prices so that lists can be
sorted and filtered by them. It is repriced under a lock that only writers of products take, so it blocks neither reads
nor orders.
"""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, cast

from sqlalchemy import CursorResult, Select, func, select, text
from sqlalchemy.orm import Session

from shop.rates.model import GoldRate, RateInForce
from shop.rates.queries import current_rate

_PRICES_LOCK = 0x5072_6963

_REPRICE = text("""
    UPDATE listing SET price = costs.price, price_band = price_band(costs.price)
    FROM (
        SELECT id, ornament_price(:rate, weight, making_charge, wastage_charge, discount, stone_charge) AS price
        FROM product
        OFFSET 0
    ) AS costs
    WHERE listing.product_id = costs.id AND listing.price <> costs.price
""")


@dataclass(frozen=True)
class Repricing:
    """The rate by which the listing is priced now, and the number of products whose price it changed.

    ``is_change`` is whether the listing was priced by another rate, or by other figures of this rate, before.
    """

    rate: GoldRate | None
    products: int = 0
    is_change: bool = False


REPRICING_TIMEOUT_SECONDS = 65.0
"""The client's time-out of a repricing. It is slightly longer than PostgreSQL's time-out below."""


def lock_prices_exclusively() -> Select[Any]:
    """Return the statement that locks all prices until the transaction ends, and extends its time-outs."""
    return select(
        func.set_config("lock_timeout", "20s", True),
        func.set_config("statement_timeout", "60s", True),
        func.pg_advisory_xact_lock(_PRICES_LOCK),
    )


def lock_prices_shared() -> Select[Any]:
    """Return the statement that waits for a running repricing and blocks the next one until the transaction ends.

    Writers of the listing take this lock before any row lock. Otherwise their row locks would block others meanwhile.
    """
    return select(func.set_config("lock_timeout", "20s", True), func.pg_advisory_xact_lock_shared(_PRICES_LOCK))


def is_repricing_due(session: Session, day: dt.date) -> bool:
    """Whether the listing is priced by another rate than the one in force on ``day``."""
    applied = session.get(RateInForce, 1)
    rate = session.scalar(current_rate(day))
    return applied is None or _figures(applied) != _figures(rate)


def apply_current_rate(session: Session, *, day: dt.date) -> Repricing:
    """Price the listing by the rate in force on ``day``, unless it is priced by it already.

    Locks all prices until the caller's transaction ends.
    """
    session.execute(lock_prices_exclusively())
    applied = session.get(RateInForce, 1, populate_existing=True)
    rate = session.scalar(current_rate(day).execution_options(populate_existing=True))
    figures = _figures(rate)
    if applied is not None and _figures(applied) == figures:
        return Repricing(rate)
    is_first = applied is None
    if applied is None:
        applied = RateInForce(id=1)
        session.add(applied)
    applied.rate_id, applied.r22k, applied.r24k, applied.date = figures
    repriced = cast("CursorResult[Any]", session.execute(_REPRICE, {"rate": applied.r22k or Decimal(0)}))
    return Repricing(rate, repriced.rowcount, is_change=not is_first)


def _figures(rate: GoldRate | RateInForce | None) -> tuple[Any, ...]:
    """Return id, rates and date, to compare a rate with the one that is applied."""
    if rate is None:
        return None, None, None, None
    rate_id = rate.id if isinstance(rate, GoldRate) else rate.rate_id
    return rate_id, rate.r22k, rate.r24k, rate.date
