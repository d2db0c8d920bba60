"""Create the people of a fault test directly in the database of the demo shop."""

from collections.abc import Sequence

import psycopg

from shop.security.passwords import hash_password
from shop.text.urls import driver_url

PASSWORD = "Faults@2026"
ADMINS = ("first@admins.example", "second@admins.example")


def create_people(database_url: str, *, shoppers: int) -> Sequence[str]:
    """Create two admins, and set a known password for the shoppers with the most order lines. Return the addresses."""
    password = hash_password(PASSWORD)
    with psycopg.connect(driver_url(database_url)) as connection:
        for number, email in enumerate(ADMINS, start=1):
            connection.execute(
                "INSERT INTO admin (name, email, password_hash, created_at) VALUES (%s, %s, %s, now())",
                (f"Admin {number}", email, password),
            )
        rows = connection.execute(
            """
            UPDATE customer SET password_hash = %s WHERE id IN (
                SELECT customer_id FROM shop_order JOIN order_item ON order_item.order_id = shop_order.id
                GROUP BY customer_id ORDER BY count(*) DESC, customer_id LIMIT %s
            ) RETURNING email
            """,
            (password, shoppers),
        )
        return sorted(email for (email,) in rows)
