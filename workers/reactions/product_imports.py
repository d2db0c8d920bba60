"""Apply imports of products, batch by batch."""

from sqlalchemy.orm import Session

from shop.clock import now
from shop.events.deliveries import ClaimedEvent
from shop.product_imports.apply import apply_batch
from workers.reactions.each_event import for_each_event


@for_each_event
def import_products(session: Session, event: ClaimedEvent) -> None:
    """Apply the next batch of an import. The event that records its progress causes the following batch."""
    apply_batch(session, event.data["id"], at=now())
