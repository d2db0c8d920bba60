"""A scheduled product is hidden until its start time, and then goes on sale automatically."""

import datetime as dt

import pytest
from sqlalchemy import select, text

from shop.catalogue.model import Product
from shop.catalogue.price_listing import Listing
from shop.clock import now
from tests.support import factories
from workers.relay_threads.scheduler import Scheduler

IN_AN_HOUR = dt.timedelta(hours=1)


@pytest.fixture
def ring(session) -> Product:
    factories.set_gold_rate(session)
    ring = factories.stock_product(session, on_sale_at=now() + IN_AN_HOUR, status="in active", stock_availability="no")
    session.commit()
    return ring


def is_listed(session, ring) -> bool:
    session.rollback()
    return session.scalar(select(Listing.product_id).where(Listing.product_id == ring.id)) is not None


def test_it_goes_on_sale_at_its_time_with_an_event(engine, session, ring):
    scheduler = Scheduler(engine)
    scheduler.put_on_sale_what_is_due(now() + IN_AN_HOUR / 2)
    assert not is_listed(session, ring)
    scheduler.put_on_sale_what_is_due(now() + IN_AN_HOUR)
    assert is_listed(session, ring)
    session.refresh(ring)
    assert (ring.status, ring.stock_availability, ring.on_sale_at) == ("active", "yes", None)
    [event] = [each for each in factories.events(session) if each["type"] == "catalogue.changed"]
    assert (event["reach"], event["data"]["id"], event["data"]["status"]) == ("everyone", ring.id, "active")
    scheduler.put_on_sale_what_is_due(now() + IN_AN_HOUR)
    session.rollback()
    assert len([each for each in factories.events(session) if each["type"] == "catalogue.changed"]) == 1


@pytest.mark.parametrize(("pieces", "availability"), [(0, "no"), (3, "yes")])
def test_its_stock_follows_from_its_pieces(engine, session, ring, pieces, availability):
    session.execute(text("UPDATE product SET stock_quantity = :pieces"), {"pieces": pieces})
    session.commit()
    Scheduler(engine).put_on_sale_what_is_due(now() + IN_AN_HOUR)
    session.refresh(ring)
    assert (ring.status, ring.stock_availability) == ("active", availability)
    [event] = [each for each in factories.events(session) if each["type"] == "catalogue.changed"]
    assert event["data"]["stockAvailability"] == availability


def test_the_database_refuses_one_that_is_on_sale_before_its_time(session, ring):
    with pytest.raises(Exception, match="product_on_sale_at_check"):
        session.execute(text("UPDATE product SET status = 'active'"))
    session.rollback()
