"""Queries of the audit.

The status changes of order items are read from ``status_change``, and those of payments from the ledger
``payment_entry``.
"""

from sqlalchemy import Select, select, text

from shop.staff.model import Admin

ENTRIES = text("""
    (SELECT 'change' AS source, id, at, actor, request_id, action, entity, entity_id, label, changes
    FROM audit_entry
    WHERE at >= :since AND at <= :until AND (at, 'change', id) < (:until, :source, :id)
        AND (:entity = '' OR entity = :entity) AND (:admin_id = 0 OR admin_id = :admin_id)
        AND position(lower(:search) IN lower(concat_ws(' ', actor, action, entity, entity_id, label, changes))) > 0
    ORDER BY at DESC, id DESC LIMIT CAST(:limit AS bigint))
    UNION ALL
    (SELECT 'status', change.id, change.at, coalesce(change.changed_by, 'An admin'), NULL, 'changed', 'order',
        item.order_id, concat('item ', item.line, ', ', item.product_name, undo.word),
        jsonb_build_object('status', jsonb_build_object('from', change.from_status, 'to', change.to_status))
            || CASE WHEN change.reason <> '' THEN jsonb_build_object('reason', jsonb_build_object('to', change.reason))
                ELSE '{}' END
    FROM status_change AS change JOIN order_item AS item ON item.id = change.order_item_id
        CROSS JOIN LATERAL (SELECT CASE
            WHEN change.undoes IS NOT NULL THEN ', undo'
            WHEN EXISTS (SELECT FROM status_change AS later
                WHERE later.order_item_id = change.order_item_id AND later.undoes = change.version)
                THEN ', undone since'
        END AS word) AS undo
    WHERE (change.admin_id IS NOT NULL OR change.api_key_id IS NOT NULL)
        AND change.at >= :since AND change.at <= :until AND (change.at, 'status', change.id) < (:until, :source, :id)
        AND :entity IN ('', 'order') AND (:admin_id = 0 OR change.admin_id = :admin_id)
        AND position(lower(:search) IN lower(concat_ws(' ', change.changed_by, 'changed order', item.order_id,
            'item', item.line, item.product_name, undo.word, change.from_status, change.to_status,
            change.reason))) > 0
    ORDER BY change.at DESC, change.id DESC LIMIT CAST(:limit AS bigint))
    UNION ALL
    (SELECT 'payment', id, at, coalesce(changed_by, 'An admin'), NULL, 'changed', 'order', order_id,
        concat_ws(', ', 'payment', kind, reason),
        jsonb_build_object('payment', jsonb_build_object('from', from_status, 'to', to_status))
            || CASE WHEN amount > 0 THEN jsonb_build_object('amount', jsonb_build_object('from', NULL, 'to', amount))
                ELSE '{}' END
    FROM payment_entry
    WHERE admin_id IS NOT NULL
        AND at >= :since AND at <= :until AND (at, 'payment', id) < (:until, :source, :id)
        AND :entity IN ('', 'order') AND (:admin_id = 0 OR admin_id = :admin_id)
        AND position(lower(:search) IN lower(concat_ws(' ', changed_by, 'changed order', order_id, 'payment', kind,
            reason, from_status, to_status, amount))) > 0
    ORDER BY at DESC, id DESC LIMIT CAST(:limit AS bigint))
    ORDER BY at DESC, source DESC, id DESC LIMIT CAST(:limit AS bigint)
""")
"""Selects the entries before the point ``until``, ``source``, ``id``, the newest first."""


def admins() -> Select[int, str]:
    """Select id and name of every admin."""
    return select(Admin.id, Admin.name).order_by(Admin.name, Admin.id)
