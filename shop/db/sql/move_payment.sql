-- Writes one step of a payment, its ledger entry and its event.
-- Returns one row, or none if the payment is no longer at the version that the step follows.
WITH moved AS (
    UPDATE payment SET
        method = :method,
        status = :status,
        paid = :paid,
        refunded = :refunded,
        refunded_for_returns = :refunded_for_returns,
        surplus = :surplus,
        refund_pending = :refund_pending,
        refund_failed = :refund_failed,
        expires_at = :expires_at,
        remind_at = :remind_at,
        version = version + 1,
        claim_reference = :claim_reference,
        claim_amount = :claim_amount,
        claimed_at = :claimed_at,
        rejection = :rejection,
        paid_at = :paid_at,
        refunded_at = :refunded_at
    WHERE order_id = :order_id AND version = :seen_version AND status = :seen_status
    RETURNING order_id, version
),
entry AS (
    INSERT INTO payment_entry (
        order_id, version, kind, from_status, to_status, method, amount, reference, reason, return_id, item_ids,
        admin_id, changed_by, at
    )
    SELECT
        order_id, version, :kind, :seen_status, :status, :method, :amount, :reference, :reason, :return_id,
        :item_ids::bigint[], :admin_id, :changed_by, :at
    FROM moved
),
new_event AS (
    INSERT INTO domain_event (type, aggregate, reach, customer_id, data, admin_data, occurred_at, request_id)
    SELECT
        :event_type, :event_aggregate, :event_reach, :event_customer_id, :event_data::jsonb, :event_admin_data::jsonb,
        :event_occurred_at, :event_request_id
    FROM moved
    RETURNING id
)
SELECT pg_notify('domain_event', '') -- wakes the relay on commit
FROM new_event
