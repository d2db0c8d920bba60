"""Which calls go past FastAPI's way. What they answer is in the tests of their features."""

import pytest

from api.short_way import ShortWay


@pytest.fixture
def short(app):
    """The names of the calls that go the short way."""
    return {route.endpoint.__name__ for route in app.router.routes if isinstance(getattr(route, "app", None), ShortWay)}


def test_the_busiest_calls_go_the_short_way(short):
    assert short >= {"list_products", "show_product", "place_order", "change_order_status", "add_product_image"}


def test_calls_that_take_a_session_go_fastapis(short):
    assert not short & {"edit_order", "sign_up", "add_product", "health"}
