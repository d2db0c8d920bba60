"""Apply imports of products, batch by batch."""

from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events.deliveries import ClaimedEvent
from shop.product_imports.apply import apply_batch


def import_products(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Apply the next batch of each import. The event that records its progress causes the following batch."""
    with Session(connection, expire_on_commit=False) as session:
        for event in events:
            apply_batch(session, event.data["id"], at=now())
