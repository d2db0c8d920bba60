"""The number of pieces of each product that were ordered in the last 90 days and not cancelled."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, Executable, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import BigInteger

from shop.db.query import BoundQuery, Query

PERIOD = dt.timedelta(days=90)

_IDS: BindParameter[Any] = bindparam("ids", type_=ARRAY(BigInteger))

_REFRESH_SQL = """
    UPDATE listing SET sold = counted.sold
    FROM (
        SELECT product.id,
            coalesce(sum(item.quantity) FILTER (WHERE shop_order.ordered_at > :since), 0) AS sold
        FROM {products} AS product(id)
            LEFT JOIN order_item AS item ON item.product_id = product.id AND item.status <> 'cancelled'
            LEFT JOIN shop_order ON shop_order.id = item.order_id
        GROUP BY product.id
    ) AS counted
    WHERE listing.product_id = counted.id AND listing.sold <> counted.sold
"""
_REFRESH = text(_REFRESH_SQL.format(products="unnest(:ids)")).bindparams(_IDS)
_REFRESH_OF_LINES = Query.of(
    text(_REFRESH_SQL.format(products="(SELECT DISTINCT product_id FROM order_item WHERE id = ANY (:ids))")).bindparams(
        _IDS
    )
)

_REFRESH_ALL = text("""
    WITH counted AS (
        SELECT item.product_id, sum(item.quantity) AS sold
        FROM order_item AS item JOIN shop_order ON shop_order.id = item.order_id
        WHERE shop_order.ordered_at > :since AND item.status <> 'cancelled' GROUP BY item.product_id
    )
    UPDATE listing SET sold = coalesce(counted.sold, 0)
    FROM listing AS old LEFT JOIN counted USING (product_id)
    WHERE listing.product_id = old.product_id AND old.sold <> coalesce(counted.sold, 0)
""")


def refresh(product_ids: Sequence[int], *, at: dt.datetime) -> Executable:
    """Update the counts of these products for the 90 days before ``at``.

    It writes to ``listing``, so the caller first waits for a repricing to end (:mod:`shop.rates.repricing`).
    """
    return _REFRESH.bindparams(ids=list(product_ids), since=at - PERIOD)


def refresh_of_lines(item_ids: Sequence[int], *, at: dt.datetime) -> BoundQuery:
    """Return the statement that updates the counts of the products of order lines, for a transaction of the pool."""
    return _REFRESH_OF_LINES(ids=list(item_ids), since=at - PERIOD)


def refresh_all(*, at: dt.datetime) -> Executable:
    """Update the counts of all products, because orders become older than 90 days. Unchanged counts are not written."""
    return _REFRESH_ALL.bindparams(since=at - PERIOD)
