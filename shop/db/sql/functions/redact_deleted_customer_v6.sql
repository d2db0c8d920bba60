-- Removes the name, mail, phone and address of a deleted account from the append-only histories: the audit of the
-- account and of its erased orders, and the steps that the shopper took on those orders. Labels that describe an action
-- of staff and do not name the customer are kept. Of an order that staff moved to another customer, the entries up to
-- the move are redacted. Actions of the shop itself on orders that were not paid in time are kept: name and reason
-- distinguish them from the steps of a shopper with the same name. It runs as the owner of the tables, because the role
-- of the shop's processes may not change these rows. It does nothing to an account that is not deleted. The row of an
-- account without orders may be gone. Each part of the audit is found by its own index.
CREATE OR REPLACE FUNCTION redact_deleted_customer(deleted bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    WITH erased AS (
        SELECT shop_order.id
        FROM shop_order
        JOIN customer ON customer.id = shop_order.customer_id
        WHERE customer.id = deleted AND customer.deleted_at IS NOT NULL AND shop_order.erased_at IS NOT NULL
    ),
    past AS (
        SELECT id AS order_id, 'infinity'::timestamptz AS until FROM erased
        UNION ALL
        SELECT entity_id, max(at)
        FROM audit_entry
        WHERE entity = 'order'
            AND changes ? 'customer_id'
            AND changes #>> '{customer_id,from}' = deleted::text
            AND NOT EXISTS (SELECT FROM customer WHERE id = deleted AND deleted_at IS NULL)
        GROUP BY entity_id
    ),
    audited AS (
        UPDATE audit_entry
        SET label = redacted_label(label, changes), changes = redacted_changes(changes)
        WHERE id IN (
                SELECT id
                FROM audit_entry
                WHERE entity = 'customer'
                    AND entity_id = deleted
                    AND NOT EXISTS (SELECT FROM customer WHERE id = deleted AND deleted_at IS NULL)
                UNION ALL
                SELECT entry.id
                FROM past
                JOIN audit_entry AS entry ON entry.entity_id = past.order_id AND entry.at <= past.until
                WHERE entry.entity = 'order'
            )
            AND (label, changes) IS DISTINCT FROM (redacted_label(label, changes), redacted_changes(changes))
    ),
    stepped AS (
        UPDATE status_change
        SET changed_by = 'Deleted account', reason = NULL
        FROM order_item
        WHERE order_item.id = status_change.order_item_id
            AND order_item.order_id IN (SELECT id FROM erased)
            AND status_change.admin_id IS NULL
            AND status_change.api_key_id IS NULL
            AND status_change.changed_by <> 'Deleted account'
            AND (status_change.changed_by, status_change.reason) IS DISTINCT FROM ('Swarna', 'Not paid in time')
    ),
    paid AS (
        UPDATE payment_entry
        SET changed_by = 'Deleted account'
        FROM past
        WHERE payment_entry.order_id = past.order_id
            AND payment_entry.at <= past.until
            AND admin_id IS NULL
            AND changed_by <> 'Deleted account'
    ),
    moved AS (
        UPDATE stock_movement
        SET changed_by = 'Deleted account'
        FROM order_item
        WHERE order_item.id = stock_movement.order_item_id
            AND order_item.order_id IN (SELECT id FROM erased)
            AND stock_movement.admin_id IS NULL
            AND stock_movement.changed_by <> 'Deleted account'
            AND NOT EXISTS (
                SELECT FROM status_change
                WHERE status_change.order_item_id = stock_movement.order_item_id
                    AND status_change.at = stock_movement.at
                    AND status_change.changed_by = stock_movement.changed_by
                    AND (status_change.changed_by, status_change.reason) = ('Swarna', 'Not paid in time')
            )
    )
    UPDATE return_step
    SET changed_by = 'Deleted account', note = ''
    FROM return_request
    JOIN order_item ON order_item.id = return_request.order_item_id
    WHERE return_request.id = return_step.return_id
        AND order_item.order_id IN (SELECT id FROM erased)
        AND return_step.admin_id IS NULL
        AND return_step.changed_by <> 'Deleted account'
$$;
