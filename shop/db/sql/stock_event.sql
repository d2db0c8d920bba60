-- Records the events of products whose pieces were moved: shoppers see the last pieces only, admins each of them. The
-- statement goes on with the rows of the products.
INSERT INTO domain_event (type, aggregate, reach, data, admin_data, occurred_at, request_id)
SELECT
    CASE WHEN is_shown THEN 'catalogue.changed' ELSE 'stock.changed' END,
    concat('product:', product_id),
    CASE WHEN is_shown THEN 'everyone' ELSE 'admins' END,
    jsonb_build_object(
        'entity', 'product', 'id', product_id, 'action', 'updated', 'status', status,
        'stockAvailability', stock_availability,
        'stockLeft', CASE WHEN pieces_left <= :last_pieces::integer THEN pieces_left END
    ),
    jsonb_build_object('stockQuantity', pieces_left),
    :event_occurred_at,
    :event_request_id
