"""Staff see when a scheduled product goes on sale. Nobody else can see or order it before."""

import datetime as dt

import pytest

from shop.clock import INDIA, now
from tests.api.test_products import FIGURES
from tests.support import factories
from tests.support.http_client import failed, succeeded


@pytest.fixture
def later() -> str:
    return (now() + dt.timedelta(days=2)).astimezone(INDIA).strftime("%Y-%m-%dT%H:%M")


@pytest.fixture
async def scheduled(karthik, people, later):
    form = FIGURES | {"vendorId": str(people.ring.vendor_id), "categoryId": str(people.ring.category_id)}
    return succeeded(await karthik.post("/product/", data=form | {"onSaleAt": later}))


async def test_staff_see_when_it_goes_on_sale_whatever_status_is_sent(karthik, scheduled, later):
    assert (scheduled["status"], scheduled["stockAvailability"]) == ("in active", "no")
    at = dt.datetime.fromisoformat(scheduled["onSaleAt"]).astimezone(INDIA)
    assert at.strftime("%Y-%m-%dT%H:%M") == later
    sent = await karthik.post(f"/product/?id={scheduled['id']}", json={"status": "active", "name": "Peacock"})
    assert succeeded(sent)["name"] == "Peacock"
    [found] = succeeded(await karthik.get("/product/?status=scheduled"))
    assert (found["id"], found["status"], found["onSaleAt"]) == (scheduled["id"], "in active", scheduled["onSaleAt"])


async def test_nobody_else_sees_or_orders_it(visitor, asha, people, scheduled):
    shown = succeeded(await visitor.get("/product/customer/"))
    assert scheduled["id"] not in {product["id"] for product in shown}
    failed(await visitor.get(f"/product/customer/?id={scheduled['id']}"), 404)
    assert succeeded(await visitor.get("/product/customer/?search=Peacock")) == []
    item = {"customerId": people.asha.id, "productId": scheduled["id"], "quantity": 1}
    line = {"productId": scheduled["id"], "productQuantity": 1, "totalAmount": 1, "status": "ordered"}
    order = {"customerId": people.asha.id, "totalQuantity": 1, "totalAmount": 1, "items": [line]}
    asked = [
        await asha.post("/cart/", json=item),
        await asha.post("/wishlist/", json={"customerId": people.asha.id, "productId": scheduled["id"]}),
        await asha.post("/order/", json=order),
        await asha.post("/hold/", json={"items": [{"productId": scheduled["id"], "quantity": 1}]}),
        await asha.post("/stock/request/", json={"productId": scheduled["id"]}),
        await visitor.get(f"/review/?productId={scheduled['id']}"),
    ]
    assert [answer.text for answer in asked if answer.status_code not in {404, 409}] == []
    assert not any("Peacock" in answer.text for answer in asked)
    images = await visitor.get(f"/productimage/?productId={scheduled['id']}")
    assert images.json().get("data") in (None, [])
    carts = await asha.get(f"/cart/?custId={people.asha.id}"), await asha.get(f"/wishlist/?customerId={people.asha.id}")
    assert not any("Peacock" in answer.text for answer in carts)


async def test_its_event_says_nothing_of_it_to_shoppers(scheduled, run_sync):
    [event] = [each for each in await run_sync(factories.events) if each["type"] == "catalogue.changed"]
    assert "name" not in event["data"]
    assert "weight" not in event["data"]


async def test_it_is_put_on_sale_at_once_by_taking_the_time_away(karthik, visitor, scheduled):
    changed = {"onSaleAt": "", "status": "active", "stockAvailability": "yes"}
    product = succeeded(await karthik.post(f"/product/?id={scheduled['id']}", json=changed))
    assert (product["status"], product["onSaleAt"]) == ("active", None)
    assert succeeded(await visitor.get(f"/product/customer/?id={scheduled['id']}"))["name"] == "Peacock Ring"


async def test_a_bulk_change_to_active_takes_the_time_away(karthik, visitor, scheduled):
    body = {"ids": [scheduled["id"]], "changes": {"status": "active"}, "dryRun": False}
    succeeded(await karthik.post("/product/?flag=bulk", json=body))
    assert succeeded(await karthik.get(f"/product/?id={scheduled['id']}"))["onSaleAt"] is None
    assert succeeded(await visitor.get(f"/product/customer/?id={scheduled['id']}"))["stockAvailability"] == "yes"


@pytest.mark.parametrize("wrong", ["soon", "2026-13-01", "2999-01-01"])
async def test_a_time_that_is_none_or_too_far_away(karthik, scheduled, wrong):
    failed(await karthik.post(f"/product/?id={scheduled['id']}", json={"onSaleAt": wrong}), 422, "onSaleAt")


async def test_the_file_of_products_has_the_time_and_it_can_be_imported_again(karthik, scheduled, later):
    file = (await karthik.get("/product/?flag=csv&status=scheduled")).text
    assert later.replace("T", " ") in file
    checked = await karthik.post("/product/import/", files={"file": ("products.csv", file.encode(), "text/csv")})
    assert succeeded(checked)["unchanged"] == 1
