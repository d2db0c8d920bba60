"""Return the pieces of order lines to stock, or take them out again.

``insert_order.sql`` takes them when the order is placed.

The statements belong to the transaction that changes the lines. :data:`PRICES_SETTLED` comes first in it, because
the first and the last piece write the listing.
"""

from collections.abc import Sequence
from datetime import datetime

from shop.catalogue.stock import LAST_PIECES, MAX_PIECES
from shop.db import sql_files
from shop.db.query import BoundQuery, Query
from shop.observability.logs import request_id
from shop.rates.repricing import lock_prices_shared
from shop.stock.model import MovementReason
from shop.stock.rules import STRANDED_NOTE

PRICES_SETTLED = Query.of(lock_prices_shared())
_LOCK_PIECES = sql_files.query("lock_pieces")
_MOVE_PIECES = sql_files.query("move_pieces")


def move(
    item_ids: Sequence[int],
    reason: MovementReason,
    *,
    quantity: int | None = None,
    admin_id: int | None,
    changed_by: str | None,
    at: datetime,
) -> list[BoundQuery]:
    """Return the statements that move the pieces of these lines: see ``move_pieces.sql``.

    :param reason: UNDO takes the pieces that a cancellation returned; with every other reason they are returned.
    :param quantity: the number of returned pieces of each line; None for all that the line took.
    """
    return [
        _LOCK_PIECES(item_ids=list(item_ids)),
        _MOVE_PIECES(
            item_ids=list(item_ids),
            quantity=quantity,
            is_undo=reason is MovementReason.UNDO,
            reason=reason.value,
            admin_id=admin_id,
            changed_by=changed_by,
            at=at,
            event_occurred_at=at,
            event_request_id=request_id.get(),
            last_pieces=LAST_PIECES,
            most_pieces=MAX_PIECES,
            stranded_note=STRANDED_NOTE,
        ),
    ]
