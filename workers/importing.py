"""Bringing files of products in, batch by batch."""

from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.catalogue.importing.applying import apply_batch
from shop.clock import now
from shop.events.deliveries import HeldEvent


def import_products(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Work on the next batch of each import; the event that tells how far it is sets the following one going."""
    with Session(connection, expire_on_commit=False) as session:
        for event in events:
            apply_batch(session, event.data["id"], at=now())
