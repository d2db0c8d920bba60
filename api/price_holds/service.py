"""Hold the prices of the items in a checkout."""

import datetime as dt
import math
from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from api.orders import price_check
from api.price_holds.schemas import HoldIn, HoldOut
from shop.clock import now
from shop.customers import queries as customers
from shop.db.pool import Pool
from shop.errors import Conflict, NotFound, TooMany
from shop.orders import checkout
from shop.price_holds import queries
from shop.price_holds.model import PriceHold
from shop.price_holds.rules import COUNTED_FOR, MAX_HOLDS
from shop.settings import settings
from shop.stock import availability


class HoldsNothing(Conflict):
    """The shop holds no prices: see ``SHOP_HOLD_MINUTES``."""

    code = "holds_nothing"


async def hold_price(database: AsyncSession, pool: Pool, wanted: HoldIn, customer_id: int) -> HoldOut:
    """Hold the current gold rate for some items; the caller commits.

    An open hold of the same items is returned as it is. An open hold of other items ends.

    :raises HoldsNothing: if the shop holds no prices.
    :raises shop.errors.Conflict, shop.stock.availability.Unavailable: if the items cannot be ordered.
    :raises shop.catalogue.sizes.SizeNeeded: if an item lacks its size.
    :raises TooMany: after :data:`~shop.price_holds.rules.MAX_HOLDS` of them.
    """
    minutes = settings().hold_minutes
    if not minutes:
        raise HoldsNothing("This shop does not hold prices.")
    availability.check_named_once(wanted.items)
    at = now()
    products = await _products(pool, wanted, customer_id, at)
    availability.check_for_sale(wanted.items, products)
    await database.execute(customers.locked(customer_id))
    recent = (await database.scalars(queries.holds_since(customer_id, at - COUNTED_FOR))).all()
    items = availability.quantities_of(wanted.items, products)
    hold = next((each for each in recent if each.order_id is None and each.expires_at > at), None)
    if hold is None or hold.items != items:
        if len(recent) >= MAX_HOLDS:
            raise _too_many(recent[MAX_HOLDS - 1].held_at + COUNTED_FOR - at)
        if hold is not None:
            hold.expires_at = at
        await database.execute(queries.delete_unused(customer_id, at - COUNTED_FOR))
        hold = PriceHold(
            customer_id=customer_id,
            gold_rate=products[0].rate,
            items=items,
            held_at=at,
            expires_at=at + dt.timedelta(minutes=minutes),
        )
        database.add(hold)
        await database.flush()
    return HoldOut.of(hold, price_check.lines_at(hold.gold_rate, wanted.items, products, at), at)


async def _products(pool: Pool, wanted: HoldIn, customer_id: int, at: dt.datetime) -> Sequence[Any]:
    ids = [item.product_id for item in wanted.items]
    sizes = [item.size for item in wanted.items]
    state = checkout.load_state(customer_id=customer_id, product_ids=ids, sizes=sizes, address_id=None, key="", at=at)
    products = await pool.fetch(state)
    if not products:
        raise NotFound("Customer not found")
    return products


def _too_many(wait: dt.timedelta) -> TooMany:
    sentence = f"The price was held for you {MAX_HOLDS} times today. You can order at the prices of now."
    return TooMany(sentence, retry_after=max(1, math.ceil(wait.total_seconds())))
