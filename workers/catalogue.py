"""Reactions to what is bought."""

from collections.abc import Sequence

from sqlalchemy import Connection

from shop.catalogue import sales
from shop.clock import now
from shop.events.deliveries import HeldEvent
from shop.rates.force import prices_settled


def count_sales(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Count how well the products of new orders sell. Not a part of the order, which waits for nobody's count."""
    product_ids = sorted({item["productId"] for event in events for item in event.data["items"]})
    connection.execute(prices_settled())
    connection.execute(sales.count(product_ids, at=now()))
