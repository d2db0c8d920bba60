"""Issue tax invoices and credit notes when the status that requires them can no longer be undone; make their PDFs."""

from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events import deliveries
from shop.events.deliveries import ClaimedEvent
from shop.invoices import issuing
from shop.invoices.model import Invoice
from shop.pan import queries as pans
from shop.settings import settings
from workers.reactions.each_event import for_each_event


def issue(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Issue the documents that the orders of these events lack. A shop without a GSTIN issues none."""
    config = settings()
    if not config.gstin:
        return
    for event in events:
        with Session(connection) as session:
            again = issuing.issue_due(session, event.data["orderId"], config=config, at=now())
            session.flush()
        if again:
            deliveries.postpone(connection, event.delivery_id, to=again)


@for_each_event
def make_pdf(session: Session, event: ClaimedEvent) -> None:
    """Make and store the PDF of a document, if it is not stored yet.

    :raises shop.media.storage.StorageUnavailable: if another try may succeed.
    """
    from shop.invoices import pdf  # noqa: PLC0415 - most workers never need its library

    issued = session.get_one(Invoice, event.data["id"])
    found = pans.whole(session, [issued.order_id]) if issued.has_pan else {}
    pdf.make_missing(issued, found.get(issued.order_id))
