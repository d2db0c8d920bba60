"""Reactions to what happens to shoppers."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row
from sqlalchemy.orm import Session

from shop.customers.model import Customer
from workers import post


def mail_welcome(connection: Connection, events: Sequence[Row[Any]]) -> None:
    """Greet someone who signed up."""
    with Session(connection) as session:
        for event in events:
            customer = session.get(Customer, event.data["customerId"])
            if customer is None:
                continue
            letter = post.Letter("welcome", "Welcome to Swarna", customer.name, customer.email, {})
            post.send(post.write(letter, delivery_id=event.delivery_id))
