"""Tax invoices and credit notes, issued once the status that asks for them cannot be undone any more."""

from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events import deliveries
from shop.events.deliveries import ClaimedEvent
from shop.invoices import issuing
from shop.settings import settings


def issue(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Issue what the orders of these events lack. A shop without a GSTIN issues nothing."""
    config = settings()
    if not config.gstin:
        return
    for event in events:
        with Session(connection) as session:
            again = issuing.issue_due(session, event.data["orderId"], config=config, at=now())
            session.flush()
        if again:
            deliveries.postpone(connection, event.delivery_id, to=again)
