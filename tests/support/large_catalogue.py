"""A catalogue of 100,000 products for query plan tests and measurements, the same in every run."""

from sqlalchemy import Connection, Engine, text
from sqlalchemy.orm import Session

from shop.db import counters
from shop.db.deadlines import wait_limit
from shop.db.models import COUNTERS
from tests.support import factories

PRODUCTS = 100_000

_CATEGORIES = text("""
    INSERT INTO category (code, name, image_url)
    SELECT 'W' || n, (ARRAY['Rings', 'Earrings', 'Necklaces', 'Pendants', 'Bangles', 'Chains', 'Bracelets',
        'Mangalsutra', 'Anklets', 'Nose Pins', 'Brooches', 'Coins'])[n], '/media/categories/rings.webp'
    FROM generate_series(1, 12) AS n
""")

_VENDOR = text("""
    INSERT INTO vendor (name, address1, address2, address4, contact_numbers)
    VALUES ('Goldsmith', '1 Lane', 'Chennai', '600001', '1')
""")

# Names combine 60 first and 40 second words, so that prefixes of different lengths match many or few products.
_PRODUCTS = text("""
    WITH drawn AS (
        SELECT n, abs(hashint4(n)) AS a, abs(hashint4(n + 1000000)) AS b, abs(hashint4(n + 2000000)) AS c,
            (SELECT min(id) FROM category) + abs(hashint4(n + 3000000)) % 12 AS category
        FROM generate_series(1, :count) AS n
    )
    INSERT INTO product (code, name, description, weight, making_charge, wastage_charge, discount, purity, status,
        stock_availability, product_type, purchase_rate, purchase_gold_rate, purchase_date, category_id, vendor_id,
        rating, review_count, created_at, sizes, stones)
    SELECT 'W-' || n,
        initcap(substr('bcdghjklmnprstvy', a % 16 + 1, 1) || substr('aeiou', a / 16 % 5 + 1, 1)
            || substr('lmnrsty', a / 80 % 7 + 1, 1) || substr('aiu', b % 3 + 1, 1))
            || ' ' || (ARRAY['Lotus', 'Rope', 'Ruby', 'Temple', 'Peacock', 'Vine', 'Star', 'Moon'])[b / 3 % 8 + 1]
            || ' ' || n,
        'An ornament.', 1 + (b % 60000) / 1000.0, 1000 + c % 30000, 500 + c % 5000, CASE WHEN c % 4 = 0 THEN 500
            ELSE 0 END, CASE WHEN a % 10 = 0 THEN '24k' ELSE '22k' END,
        CASE WHEN b % 50 = 0 THEN 'in active' ELSE 'active' END, CASE WHEN c % 20 = 0 THEN 'no' ELSE 'yes' END,
        (ARRAY['general', 'general', 'men', 'wedding', 'kids'])[c / 20 % 5 + 1], 1, 1, '2026-01-01', category,
        (SELECT min(id) FROM vendor), CASE WHEN a % 3 = 0 THEN 1 + (b % 400) / 100.0 ELSE 4 END,
        (a % 3 = 0)::integer,
        now() - n * interval '1 minute',
        CASE WHEN a % 3 = 0 THEN (
            SELECT jsonb_agg(jsonb_build_object('label', (first + 2 * place)::text, 'diameter', 16,
                'length', null, 'weight', 5, 'making_charge', null, 'wastage_charge', null, 'stock_quantity', null,
                'is_default', place = 0) ORDER BY place)
            FROM (SELECT 6 + b % 4 * 4 AS first) AS smallest, generate_series(0, 5) AS place
        ) ELSE '[]' END,
        CASE WHEN c % 5 < 2 THEN jsonb_build_array(jsonb_build_object('kind',
            (ARRAY['Diamond', 'Ruby', 'Emerald', 'Pearl'])[a % 4 + 1], 'count', 1, 'carats', 1, 'charge', 100))
        WHEN c % 1000 = 999 THEN '[{"kind": "Sapphire", "count": 1, "carats": 1, "charge": 100}]' ELSE '[]' END
    FROM drawn
""")

_IMAGES = text("""
    INSERT INTO product_image (product_id, type, image_url, width, height, status, position)
    SELECT product.id, 'gallery', '/media/products/' || product.code || '-' || place || '.webp', 1000, 1000, 'ready',
        place
    FROM product, generate_series(0, 1) AS place
""")

_SECONDS = 300
"""Statement time-out for statements on all rows."""

_SALES = text("UPDATE listing SET sold = abs(hashint8(product_id)) % 40 WHERE product_id % 3 = 0")


def fill(connection: Connection, *, count: int = PRODUCTS) -> None:
    """Insert the products. The caller has set a gold rate, from which prices follow, and commits."""
    connection.execute(text(f"SET LOCAL statement_timeout = '{_SECONDS}s'"))
    with wait_limit(_SECONDS):
        for statement in (_CATEGORIES, _VENDOR):
            connection.execute(statement)
        connection.execute(_PRODUCTS, {"count": count})
        connection.execute(_IMAGES)
        connection.execute(_SALES)


def stock(engine: Engine, *, count: int) -> None:
    """Fill an empty database at the tests' gold rate, then vacuum it."""
    with wait_limit(_SECONDS), Session(engine) as session, session.begin():
        factories.set_gold_rate(session)
        fill(session.connection(), count=count)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        settle(connection)


def settle(connection: Connection) -> None:
    """Compact the counters and run VACUUM. The connection must be in autocommit mode."""
    connection.execute(text(f"SET statement_timeout = '{_SECONDS}s'"))
    kept = ", ".join(each.name for each in COUNTERS)
    with wait_limit(_SECONDS):
        for each in COUNTERS:
            connection.execute(counters.compact(each))
        connection.execute(text(f"VACUUM (ANALYZE) product, product_image, listing, shelf, category, {kept}"))
