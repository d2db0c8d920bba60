"""Customers and orders of two lines for query plan tests and measurements, beside those of ``large_catalogue``."""

from sqlalchemy import Connection, text

_CUSTOMERS = text("""
    INSERT INTO customer (name, email, phone, password_hash, created_at)
    SELECT CASE WHEN n % (:count / 3) = 1 THEN 'Zubeida'
            ELSE (ARRAY['Asha', 'Lakshmi', 'Meera', 'Kavitha', 'Vikram', 'Rohan', 'Anil', 'Fatima'])[n % 8 + 1] END
        || ' ' || (ARRAY['Verma', 'Rao', 'Iyer', 'Nair', 'Shetty', 'Menon', 'Joshi'])[n % 7 + 1],
        'buyer.' || n || '@bench.example', '+91 9' || lpad(n::text, 9, '0'), '', now() - n * interval '1 minute'
    FROM generate_series(1, :count) AS n
""")

# Each line is of another product, so a product's name finds as many lines in a large shop as in a small one. All orders
# but each twentieth have references, with their ids as numbers.
_ORDERS = text("""
    WITH placed AS (
        INSERT INTO shop_order (customer_id, name, email, phone, address, total_quantity, total_amount, ordered_at)
        SELECT :first + n % :shoppers, 'Asha Verma', 'asha@bench.example', '+91 1', '{}', 2, 200000,
            now() - n * interval '1 minute'
        FROM generate_series(1, :count) AS n RETURNING id, ordered_at
    ), lines AS (
        INSERT INTO order_item (order_id, line, product_id, product_name, product_image_url, purity, quantity, weight,
            gold_rate, making_charge, wastage_charge, discount, total_amount, status, ordered_at, huids,
            tracking_number)
        SELECT placed.id, line, product.id, product.name, '', '22k', 1, 10, 9000, 1000, 500, 0,
            100000, CASE WHEN placed.ordered_at < now() - interval '2 days' THEN 'delivered'
                ELSE (ARRAY['ordered', 'packed', 'shipped', 'delivered'])[placed.id % 4 + 1] END, placed.ordered_at,
            CASE WHEN placed.id % 20 > 0
                THEN ARRAY['F' || lpad(upper(to_hex(2 * placed.id + line)), 5, '0')] ELSE '{}' END,
            CASE WHEN placed.id % 20 > 0 THEN 'TRK' || lpad(placed.id::text, 9, '0') END
        FROM placed, generate_series(1, 2) AS line, (SELECT min(id) AS first, count(*) FROM product) AS of_shop, product
        WHERE product.id = of_shop.first + (2 * placed.id + line) % of_shop.count
        RETURNING id, ordered_at
    )
    INSERT INTO status_change (order_item_id, version, to_status, at) SELECT id, 1, 'ordered', ordered_at FROM lines
""")

_INVOICES = text("""
    INSERT INTO invoice (kind, year, sequence, number, order_id, customer_id, issued_at, state_code, taxable, cgst,
        sgst, igst, total, content)
    SELECT 'invoice', '26-27', id, 'SW/26-27/' || lpad(id::text, 6, '0'), id, customer_id, ordered_at, '33',
        200000, 0, 0, 0, 200000, '{"buyer": {}}'
    FROM shop_order WHERE id % 20 > 0
""")
_PAYMENTS = text("""
    INSERT INTO payment_entry (order_id, version, kind, from_status, to_status, method, amount, reference, at)
    SELECT id, 2, 'claim', 'due', 'claimed', 'upi', total_amount, 'UTR' || lpad(id::text, 9, '0'), ordered_at
    FROM shop_order WHERE id % 20 > 0
""")


def fill(connection: Connection, *, first: int, shoppers: int, count: int) -> None:
    """Insert ``count`` customers, three of them called Zubeida, and as many orders with their references.

    :param first: the id of the first of the ``shoppers`` whose orders they are; their ids are consecutive.
    """
    who = {"first": first, "shoppers": shoppers, "count": count}
    connection.execute(_CUSTOMERS, who)
    connection.execute(_ORDERS, who)
    connection.execute(_INVOICES)
    connection.execute(_PAYMENTS)
