"""Queries of a customer's page. Amounts are rupees, times are UTC."""

from sqlalchemy import Select, TextClause, select, text

from shop.customer_record.model import CustomerNote

MAX_NOTES = 500


def notes_of(customer_id: int) -> Select[CustomerNote]:
    """Select the notes about a customer, the newest :data:`MAX_NOTES`, the newest first."""
    query = select(CustomerNote).where(CustomerNote.customer_id == customer_id)
    return query.order_by(CustomerNote.id.desc()).limit(MAX_NOTES)


ACCOUNT = text("""
    SELECT customer.id, name, email, phone, created_at, deleted_at IS NOT NULL AS is_deleted,
        email_confirmed_at IS NOT NULL AS email_confirmed,
        pending_email, seen.seen_at AS last_seen_at, seen.user_agent,
        (SELECT count(*) FROM push_device WHERE customer_id = customer.id
            AND (push_key IS NULL OR push_key = :push_key)) AS devices,
        coalesce((SELECT array_agg(subject ORDER BY subject) FROM mail_choice
            WHERE customer_id = customer.id AND NOT is_wanted), '{}') AS unwanted_mails,
        EXISTS (SELECT FROM newsletter_reader AS reader WHERE lower(reader.email) = lower(customer.email)
            AND confirmed_at IS NOT NULL AND (unsubscribed_at IS NULL OR unsubscribed_at < confirmed_at)) AS newsletter
    FROM customer LEFT JOIN LATERAL (
        SELECT seen_at, user_agent FROM session WHERE customer_id = customer.id ORDER BY seen_at DESC LIMIT 1
    ) AS seen ON true
    WHERE customer.id = :id
""")

FIGURES = text("""
    WITH ordered AS (
        SELECT sum(total_amount) AS amount, sum(total_quantity) AS pieces FROM shop_order WHERE customer_id = :id
    ), cancelled AS (
        SELECT sum(item.total_amount) AS amount, sum(item.quantity) AS pieces
        FROM order_item AS item JOIN shop_order ON shop_order.id = item.order_id
        WHERE shop_order.customer_id = :id AND item.status = 'cancelled'
    )
    SELECT
        (SELECT count(*) FROM shop_order WHERE customer_id = :id) AS orders,
        (SELECT min(ordered_at) FROM shop_order WHERE customer_id = :id) AS first_order_at,
        coalesce(ordered.amount, 0) - coalesce(cancelled.amount, 0) - coalesce((
            SELECT sum(item.total_amount / item.quantity * wanted.quantity)
            FROM return_request AS wanted JOIN order_item AS item ON item.id = wanted.order_item_id
            WHERE wanted.customer_id = :id AND wanted.status IN ('received', 'refunded')
        ), 0) AS bought,
        coalesce(ordered.pieces, 0) - coalesce(cancelled.pieces, 0) AS pieces,
        coalesce((SELECT sum(quantity) FROM return_request
            WHERE customer_id = :id AND status NOT IN ('declined', 'withdrawn')), 0) AS returned_pieces,
        (SELECT min(id) FROM return_request WHERE customer_id = :id AND status = 'requested') AS waiting_return,
        (SELECT min(requested_at) FROM return_request
            WHERE customer_id = :id AND status = 'requested') AS waiting_return_since
    FROM ordered, cancelled
""")
"""``bought`` excludes cancelled and returned items. An order without lines counts with its own amount."""

MONEY = text("""
    SELECT entry.id, entry.order_id, entry.kind, entry.from_status AS "from", entry.method, entry.amount,
        entry.reference, entry.reason, entry.changed_by, entry.at
    FROM payment_entry AS entry JOIN shop_order ON shop_order.id = entry.order_id
    WHERE shop_order.customer_id = :id AND entry.id < :before AND entry.kind <> 'method'
    ORDER BY entry.id DESC LIMIT :limit
""")
"""The ledger entries of the payments of all orders, the newest first."""

MAILS = text("""
    SELECT id, delivery_id, kind, subject, about, outcome, tries, seconds, at, NULL AS error FROM sent_mail
    WHERE customer_id = :id AND id < :before ORDER BY id DESC LIMIT :limit
""")
"""The mails that were sent or are not wanted, the newest first."""

_OPEN_MAIL = """
    SELECT delivery.id AS delivery_id, delivery.consumer AS kind, event.aggregate, event.occurred_at AS at,
        delivery.attempts AS tries, delivery.last_error AS error,
        CASE WHEN delivery.dead_at IS NOT NULL THEN 'dead' WHEN delivery.last_error IS NOT NULL THEN 'failing'
            ELSE 'waiting' END AS outcome
    FROM domain_event AS event JOIN delivery ON delivery.event_id = event.id
    WHERE event.customer_id = :id AND event.reach {reach} 'customer_and_admins' AND delivery.queue = 'mail'
        AND {condition}
        AND delivery.done_at IS NULL AND NOT EXISTS (SELECT FROM sent_mail WHERE delivery_id = delivery.id)
"""


def open_mails(condition: str = "true") -> TextClause:
    """Return the query of a customer's pending, retried and dead mails whose events are still stored.

    :param condition: limits it to some events, in SQL.
    """
    # each half uses a separate index
    one, other = (_OPEN_MAIL.format(reach=reach, condition=condition) for reach in ("=", "<>"))
    return text(f"{one} UNION ALL {other} ORDER BY delivery_id DESC LIMIT 50")


OPEN_MAILS = open_mails()

_EVENT = """
    (SELECT event.position, event.type, event.aggregate, event.occurred_at AS at,
        event.data - 'address' - 'items' - 'device' AS data
    FROM domain_event AS event
    WHERE event.customer_id = :id AND event.position < :before AND event.reach {} 'customer_and_admins'
    ORDER BY event.position DESC LIMIT :limit)
"""
EVENTS = text(f"{_EVENT.format('=')} UNION ALL {_EVENT.format('<>')} ORDER BY position DESC LIMIT :limit")
"""The stored events of a customer, the newest first.

Each half of the query uses a separate index.
"""
