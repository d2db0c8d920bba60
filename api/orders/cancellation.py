"""Cancel lines of an order, with their statuses, history, events and stock, in one transaction."""

from collections.abc import Sequence

from api.auth.policy import Grant
from api.orders.status_schemas import CancelIn, CancelledOut
from shop.clock import now
from shop.db.pipeline import Rows
from shop.db.pool import Pool, Transaction
from shop.errors import NotFound
from shop.orders import cancellation, status_rules
from shop.orders.events import OrderStatusChanged
from shop.orders.status_rules import Line
from shop.returns import queries as returns
from shop.stock.rules import stranded_text

CANCELLED = "Cancelled"
_MISSING = "There is no such order item."


async def cancel(pool: Pool, wanted: CancelIn, grant: Grant) -> list[CancelledOut]:
    """Cancel lines of an order, all of them or none, and return the fields of each that this caller may see.

    A shopper cancels lines of their own orders only.

    :raises NotFound: if there is no such order or item, or it is someone else's.
    :raises shop.orders.status_rules.NotCancellable: if one of the lines may not be cancelled.
    """

    async def cancel_locked(transaction: Transaction) -> list[CancelledOut]:
        *_, rows = await transaction.fetch(*cancellation.lock(wanted.order_id))
        lines = [Line(*row) for row in rows]
        if not lines or not {line.id for line in lines}.issuperset(wanted.item_ids or ()):
            raise NotFound(_MISSING)
        grant.check_owner(lines[0].customer_id, _MISSING)
        person = grant.customer if grant.is_by_customer(lines[0].customer_id) else grant.admin
        admin_id = person.id if person is grant.caller.admin else None
        (returned,) = await transaction.fetch(returns.returned_of([line.id for line in lines]))
        events = status_rules.cancel(
            lines,
            wanted.item_ids,
            returned={row.order_item_id for row in returned},
            is_staff=admin_id is not None,
            reason=wanted.reason,
            changed_by=person.name,
            at=now(),
        )
        statements, place = cancellation.cancel(events, lines, admin_id=admin_id)
        found = await transaction.commit(*statements)
        return _results(events, found[place], grant)

    return await pool.retrying(cancel_locked)


def _results(events: Sequence[OrderStatusChanged], moved: Rows, grant: Grant) -> list[CancelledOut]:
    if grant.is_by_customer(events[0].customer_id):
        return [CancelledOut.model_validate(event.data()) for event in events]
    notes = {
        row.order_item_id: stranded_text(row.product_name, row.size, row.stranded) for row in moved if row.stranded
    }
    return [
        CancelledOut.model_validate(event.for_admins() | {"stockNote": notes.get(event.item_id)}) for event in events
    ]
