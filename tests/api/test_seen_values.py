"""A change may contain the values that its caller saw. It then does not overwrite changes of somebody else."""

import datetime as dt
import json
from decimal import Decimal

import pytest

from api.http.partial_update import stale_fields
from api.rates.schemas import GoldRateIn
from tests.api.test_gold_rates import rate
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded

KINDS = {
    "product": ("makingCharge", "900", "950.50", "800", "Making charge is 950.5 now."),
    "category": ("name", "Bands", "Finger rings", "Rings", "Name is “Finger rings” now."),
    "vendor": ("address3", "Kerala", "", "Goa", "Address 3 is empty now."),
    "image": ("type", "gallery", "worn", "thumbnail", "Type is “worn” now."),
    "customer": ("phone", "98410 55000", "98410 55999", "98410 55111", "Phone is “98410 55999” now."),
    "order": ("totalAmount", 2000, 3000, 4000, "Total amount is 3000 now."),
    "endpoint": ("types", ["order.placed"], ["order.deleted"], None, "Types changed meanwhile."),
    "switch": ("isOn", True, False, True, "Is on changed meanwhile."),
    "rate": ("r24kRate", 9820, 9830, 9840, "R24k rate is 9830 now."),
}
"""For each kind of row: a field, three values of it, and the sentence about the second value."""


@pytest.fixture
async def paths(karthik, people) -> dict[str, str]:
    """Return the address of a row of each kind."""
    order = {"customerId": people.asha.id, "totalQuantity": 2, "totalAmount": 1000, "orderedDate": "2026-11-01"}
    made = await karthik.post("/order/", json=order | {"deliveryDate": "2026-11-06", "currentStatus": "Pending"})
    endpoint = await karthik.post("/admin/webhooks/", json={"name": "Till", "url": "https://93.184.215.14/events"})
    return {
        "product": f"/product/?id={people.ring.id}",
        "category": f"/category/?id={people.ring.category_id}",
        "vendor": f"/vendor/?id={people.ring.vendor_id}",
        "image": f"/productimage/?id={succeeded(await karthik.get('/productimage/'))[0]['id']}",
        "customer": f"/customer/?id={people.asha.id}",
        "order": f"/order/?id={succeeded(made)['id']}",
        "endpoint": f"/admin/webhooks/?id={succeeded(endpoint)['id']}",
        "switch": f"/admin/webhooks/?id={succeeded(endpoint)['id']}",
        "rate": f"/goldrate/?id={succeeded(await karthik.post('/goldrate/', json=rate(9000)))['id']}",
    }


@cases("kind", KINDS)
async def test_a_field_that_somebody_else_changed_is_refused_with_its_new_value(karthik, paths, run_sync, kind):
    (field, opened, theirs, mine, sentence), path = KINDS[kind], paths[kind]
    rest = rate(9000) if kind == "rate" else {}
    succeeded(await karthik.post(path, json=rest | {field: opened}))
    changed = succeeded(await karthik.post(path, json=rest | {field: theirs, "seen": {field: opened}}))
    before = await run_sync(factories.contents)
    body = failed(await karthik.post(path, json=rest | {field: mine, "seen": {field: opened}}), 409, field)
    assert body["message"] == f"{sentence} Please look at it again."
    assert body["errors"] == {field: sentence}
    assert (body["data"]["id"], body["data"][field]) == (changed["id"], changed[field])
    assert await run_sync(factories.contents) == before
    # The values in the refusal may be sent as the seen values.
    seen = {field: body["data"][field]}
    succeeded(await karthik.post(path, json=rest | {field: mine, "seen": seen}))


@cases("kind", KINDS)
async def test_without_the_values_seen_the_last_change_counts(karthik, paths, kind):
    (field, opened, theirs, *_), path = KINDS[kind], paths[kind]
    rest = rate(9000) if kind == "rate" else {}
    succeeded(await karthik.post(path, json=rest | {field: opened}))
    succeeded(await karthik.post(path, json=rest | {field: theirs}))


async def test_a_field_that_nobody_wants_otherwise_is_not_refused(karthik, paths):
    path = paths["product"]
    succeeded(await karthik.post(path, json={"name": "Nath three", "bin": "A 1"}))
    # The field already has the wanted value, as after a lost response.
    succeeded(await karthik.post(path, json={"name": "Nath three", "seen": {"name": "Nath"}}))
    # Only the fields that are sent are compared.
    succeeded(await karthik.post(path, json={"bin": "A 2", "seen": {"name": "Nath", "bin": "A 1"}}))
    stale = {"name": "Nath four", "bin": "B 1", "seen": {"name": "Nath", "bin": None}}
    body = failed(await karthik.post(path, json=stale), 409, "name", "bin")
    assert body["errors"] == {"name": "Name is “Nath three” now.", "bin": "Bin is “A 2” now."}


async def test_sizes_are_compared_without_their_counts_which_orders_change(karthik, paths):
    path = paths["product"]

    def size(weight, **more):
        return {"label": "12", "weight": weight, "isDefault": True} | more

    succeeded(await karthik.post(path, json={"sizes": [size(6, stockQuantity=4)]}))
    succeeded(await karthik.post(path, json={"sizes": [size(6, stockQuantity=3)]}))
    sent = {"sizes": json.dumps([size(7)]), "seen": json.dumps({"sizes": json.dumps([size("6")])})}
    succeeded(await karthik.post(path, data=sent))
    body = failed(await karthik.post(path, json={"sizes": [size(8)], "seen": {"sizes": [size(6)]}}), 409, "sizes")
    assert body["errors"] == {"sizes": "Sizes changed meanwhile."}


@cases("seen", ["x", [], 7, {"nothing": 1}])
async def test_seen_values_have_to_be_of_the_fields(karthik, paths, seen):
    failed(await karthik.post(paths["vendor"], json={"name": "Goldsmiths", "seen": seen}), 422, "seen")


async def test_seen_values_alone_change_nothing(karthik, paths):
    failed(await karthik.post(paths["vendor"], json={"seen": {"name": "Goldsmith"}}), 422)


def test_a_stored_amount_that_a_later_rule_refuses_may_be_corrected():
    wanted = GoldRateIn.model_validate({"r22kRate": 9000, "r24kRate": 9820, "date": "2026-11-30"})
    stored = {"r22k": Decimal("9000.125"), "r24k": Decimal("9810.00"), "date": dt.date(2026, 11, 30)}
    assert stale_fields(wanted, stored, {"r22kRate": "9000.125", "r24kRate": "9810"}, stored) == []
    assert stale_fields(wanted, stored, {"r22kRate": 9000.125, "r24kRate": 9810}, stored) == []
    assert stale_fields(wanted, stored, {"r22kRate": "9001", "r24kRate": "9810"}, stored) == ["r22kRate"]
