"""Tax invoices for the demo's shipped orders and credit notes for its returns, if the shop has a GST number."""

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import delete
from sqlalchemy.orm import Session

from shop.events.model import DomainEvent
from shop.invoices import issuing
from shop.invoices.events import InvoiceIssued
from shop.orders.model import Order
from shop.orders.status_rules import UNDO_TIME
from shop.settings import settings


def issue(session: Session, placed: Sequence[Order], *, at: dt.datetime) -> None:
    """Issue the missing invoices, ordered by the last change of each order.

    The events are deleted again, so that a PDF is made only when it is requested.
    """
    config = settings()
    if not config.gstin:
        return
    settled = {order.id: max(item.history[-1].at for item in order.items) + UNDO_TIME for order in placed}
    for order_id, settled_at in sorted(settled.items(), key=lambda entry: entry[1]):
        issuing.issue_due(session, order_id, config=config, at=min(settled_at, at))
    for order_id in settled:
        issuing.issue_due(session, order_id, config=config, at=at)
    session.execute(delete(DomainEvent).where(DomainEvent.type == InvoiceIssued.type))
