"""Queries of an order's assignments, mails and parcels, as the history besides statuses and payments.

Times are UTC. Each list has the newest :data:`LIMIT` entries, the newest first.
"""

from sqlalchemy import bindparam, text

from shop.customer_record.queries import open_mails

LIMIT = 100

ASSIGNMENTS = text("""
    SELECT id, nullif(changes #>> '{assigned to,from}', 'nobody') AS before,
        nullif(changes #>> '{assigned to,to}', 'nobody') AS assignee, actor AS changed_by, at
    FROM audit_entry WHERE entity = 'order' AND entity_id = :id AND changes ? 'assigned to'
    ORDER BY id DESC LIMIT :limit
""").bindparams(bindparam("limit", LIMIT))
"""The assignments of the order that the audit still stores; null means that it was assigned to nobody."""

SHIPMENTS = text("""
    SELECT change.id, item.id AS item_id, change.version, change.courier, change.tracking_number, change.changed_by,
        change.at
    FROM shipment_change AS change JOIN order_item AS item ON item.id = change.order_item_id
    WHERE item.order_id = :id ORDER BY change.at DESC, change.id DESC LIMIT :limit
""").bindparams(bindparam("limit", LIMIT))
"""The couriers and tracking numbers that were entered for its lines; nulls where they were removed."""

MAILS = text(r"""
    SELECT mail.delivery_id, mail.kind, mail.subject, mail.about, mail.outcome, mail.tries, mail.seconds, mail.at,
        NULL AS error
    FROM sent_mail AS mail
    WHERE mail.customer_id = :id AND mail.about ~ :about
    ORDER BY mail.id DESC LIMIT :limit
""").bindparams(bindparam("limit", LIMIT))
"""The mails to the customer ``id`` that were sent or are not wanted, and whose ``about`` matches the pattern."""


def about_order(order_id: int) -> str:
    """Return a pattern for an order in a mail's ``about``: ``order 12``, ``return R-3, order 12``, ``orders 9, 12``."""
    return rf"\morders? ([0-9]+, )*{order_id}(,|$)"


OPEN_MAILS = open_mails(
    "(event.aggregate = concat('order:', CAST(:order_id AS bigint)) "
    "OR event.data @> jsonb_build_object('orderId', CAST(:order_id AS bigint)))"
)
"""The mails about the order ``order_id`` of the customer ``id`` that are not sent yet, or were given up."""
