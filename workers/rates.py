"""Reactions to changes of the gold rate."""

from collections.abc import Sequence

from sqlalchemy import Connection, text

from shop.events.deliveries import HeldEvent


def tidy_listing(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Clear away the old prices after a repricing, which wrote every row of the listing anew.

    Until then a list walks past them: measured at 100,000 products, 50 ms instead of 1. PostgreSQL does it within a
    minute by itself, so nothing is lost where this fails.
    """
    if any(event.data["repriced"] for event in events):
        with connection.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as own:
            own.execute(text("VACUUM (ANALYZE) listing"))
