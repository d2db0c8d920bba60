"""How well products sell: the pieces ordered in the last 90 days, counted anew from the orders themselves."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, Executable, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import BigInteger

COUNTED = dt.timedelta(days=90)

_WANTED: BindParameter[Any] = bindparam("ids", type_=ARRAY(BigInteger))

_COUNT = text("""
    UPDATE listing SET sold = counted.sold
    FROM (
        SELECT wanted.id, coalesce(sum(item.quantity) FILTER (WHERE shop_order.ordered_at > :since), 0) AS sold
        FROM unnest(:ids) AS wanted(id)
            LEFT JOIN order_item AS item ON item.product_id = wanted.id
            LEFT JOIN shop_order ON shop_order.id = item.order_id
        GROUP BY wanted.id
    ) AS counted
    WHERE listing.product_id = counted.id AND listing.sold <> counted.sold
""").bindparams(_WANTED)

_COUNT_ALL = text("""
    WITH counted AS (
        SELECT item.product_id, sum(item.quantity) AS sold
        FROM order_item AS item JOIN shop_order ON shop_order.id = item.order_id
        WHERE shop_order.ordered_at > :since GROUP BY item.product_id
    )
    UPDATE listing SET sold = coalesce(counted.sold, 0)
    FROM listing AS old LEFT JOIN counted USING (product_id)
    WHERE listing.product_id = old.product_id AND old.sold <> coalesce(counted.sold, 0)
""")


def count(product_ids: Sequence[int], *, at: dt.datetime) -> Executable:
    """Count these products' pieces of the 90 days before ``at``; the caller waits for settled prices first."""
    return _COUNT.bindparams(ids=list(product_ids), since=at - COUNTED)


def count_all(*, at: dt.datetime) -> Executable:
    """Count every product's pieces, as orders grow older than 90 days; writes only what is another number."""
    return _COUNT_ALL.bindparams(since=at - COUNTED)
