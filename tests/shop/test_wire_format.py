import datetime as dt
import json
from types import SimpleNamespace

import pytest

from shop.events.model import Audience
from shop.events.wire_format import event_from_json, event_from_row, event_to_json

ROW = SimpleNamespace(
    position=4711,
    type="order.status_changed",
    reach="customer_and_admins",
    customer_id=3,
    data={"status": "packed"},
    admin_data={"changedBy": "Karthik"},
    occurred_at=dt.datetime(2026, 11, 20, 10, 15, 0, 123456, tzinfo=dt.UTC),
    request_id="a1b2-7",
)


def test_an_event_survives_the_way_through_redis():
    assert event_from_json(json.loads(json.dumps(event_to_json(ROW)))) == event_from_row(ROW)


def test_a_page_gets_id_type_time_and_data():
    assert event_from_row(ROW).for_client(admin=False) == {
        "id": 4711,
        "type": "order.status_changed",
        "at": "2026-11-20T10:15:00.123Z",
        "data": {"status": "packed"},
    }


def test_only_admins_see_who_did_it():
    assert event_from_row(ROW).for_client(admin=True)["data"] == {"status": "packed", "changedBy": "Karthik"}
    assert event_from_row(ROW).audience is Audience.CUSTOMER_AND_ADMINS


@pytest.mark.parametrize(
    "fields",
    [
        [],
        [1, "t", "everyone"],
        ["x", "t", "everyone", None, {}, {}, None, None],
        [None, "t", "everyone", None, {}, {}, None, None],
        [1, "t", "somebody", None, {}, {}, None, None],
        [1, "t", [], None, {}, {}, None, None],
        [1, "t", "everyone", None, 5, {}, None, None],
        [1, "t", "everyone", None, {}, "x", None, None],
        "entries",
        5,
        None,
        {"position": 1},
    ],
)
def test_anything_else_is_unreadable(fields):
    with pytest.raises((ValueError, TypeError)):
        event_from_json(fields)
