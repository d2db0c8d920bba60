"""Counts sales of products."""

from collections.abc import Sequence

from sqlalchemy import Connection

from shop.catalogue import sales_counts
from shop.clock import now
from shop.events.deliveries import ClaimedEvent
from shop.rates.repricing import lock_prices_shared


def count_sales(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Update the sales counts of products in new orders, outside the order's transaction, so that orders stay fast."""
    product_ids = sorted({item["productId"] for event in events for item in event.data["items"]})
    connection.execute(lock_prices_shared())
    connection.execute(sales_counts.refresh(product_ids, at=now()))
