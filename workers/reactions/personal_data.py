"""Files with shoppers' data, and deleted accounts."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from shop.clock import now
from shop.customers.model import Customer
from shop.events import deliveries, outbox
from shop.events.deliveries import ClaimedEvent
from shop.personal_data import erasure, export, files
from shop.personal_data.events import DataExportReady
from shop.personal_data.model import DataExport
from workers.reactions.each_event import for_each_event

NEXT_LOOK = timedelta(seconds=10)
"""Time between the first checks whether the open orders of a deleted account are closed."""
LAST_LOOK = timedelta(minutes=15)
"""The longest time between two checks. A relay makes deliveries due at once that are due in more than 20 minutes."""
LATE_ROWS = timedelta(seconds=60)
"""For how long a request that was running when the account was deleted may still add a row to it."""


@for_each_event
def make_export(session: Session, event: ClaimedEvent) -> None:
    """Collect everything about a shopper and store it, unless that was done or the account was deleted meanwhile.

    :raises shop.media.storage.StorageUnavailable: if another try may succeed.
    """
    made = session.get(DataExport, event.data["exportId"], with_for_update=True)
    customer = session.get(Customer, made.customer_id) if made else None
    if made is None or customer is None or made.made_at is not None:
        return
    at = now()
    content = export.collect(session, customer, at=at)
    files.store(made.name, content)
    made.finish(len(content), at=at)
    ready = DataExportReady(export_id=made.id, customer_id=customer.id)
    outbox.record_sync(session, ready, at=at)


def remove_export(_: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Remove the file of an export that has ended.

    :raises shop.media.storage.StorageUnavailable: if another try may succeed.
    """
    for event in events:
        files.remove(event.data["name"])


@for_each_event
def erase_account(session: Session, event: ClaimedEvent) -> None:
    """Erase the data of a deleted account that no open order needs.

    Check again, ever more rarely, while an order is open, and until :data:`LATE_ROWS` have passed.
    """
    at = now()
    customer_id = event.data["customerId"]
    session.execute(select(Customer.id).where(Customer.id == customer_id).with_for_update())
    opened = erasure.open_orders(session, customer_id, at=at)
    erased = erasure.erase_orders(session, customer_id, opened, at=at)
    erasure.delete_rows(session, customer_id, at=at)
    is_late = at - event.occurred_at >= LATE_ROWS
    if erased or not opened or not is_late:
        erasure.redact_records(session, customer_id, opened)
    session.flush()
    if opened or not is_late:
        deliveries.postpone(session.connection(), event.delivery_id, to=at + next_look(at - event.occurred_at))


def next_look(age: timedelta) -> timedelta:
    """Return the time until the next check of an account that was deleted ``age`` ago."""
    return min(max(NEXT_LOOK, age / 20), LAST_LOOK)
