"""Gold rates: one rate per day, confirmation of large changes, and the repricing of the catalogue."""

import asyncio
import datetime as dt
from decimal import Decimal

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from shop.clock import now, today
from shop.rates.model import GoldRate
from shop.text import formatting
from tests.api.conftest import Callers, add_people
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded


def day(offset: int = 0) -> str:
    return f"{today(now()) + dt.timedelta(days=offset)}"


def rate(r22k: float, offset: int = 1, **fields) -> dict:
    return {"r22kRate": r22k, "r24kRate": round(r22k * 12 / 11), "date": day(offset)} | fields


def prices(session) -> list[Decimal]:
    return list(session.execute(text("SELECT price FROM listing ORDER BY product_id")).scalars())


@pytest.fixture
async def todays(people, database) -> GoldRate:
    """Return the initial gold rate of the tests: 9,000 rupees, dated today."""
    return (await database.scalars(select(GoldRate))).one()


async def test_a_first_rate_needs_no_confirmation_and_prices_the_shop(browsers, database, run_sync):
    admin = await database.run_sync(factories.hire_admin)
    await database.run_sync(factories.stock_product)
    await database.commit()
    async with await browsers.of(admin) as karthik:
        made = succeeded(await karthik.post("/goldrate/", json=rate(9000.5, 0)))
        assert made == {"id": made["id"], "r22kRate": 9000.5, "r24kRate": 9819, "date": day()}
        assert succeeded(await karthik.get("/goldrate/")) == [made]
        assert succeeded(await karthik.get("/product/customer/"))[0]["ornamentPrice"] == 91505
    assert await run_sync(prices) == [91505]


async def test_a_rate_of_today_reprices_everything_at_once(karthik, visitor, people, todays, run_sync):
    response = await karthik.post(f"/goldrate/?id={todays.id}", json=rate(9100, 0))
    made = succeeded(response)
    assert response.json()["message"] == "Gold rate updated"
    assert await run_sync(prices) == [92500, 47000]
    shown = succeeded(await visitor.get("/product/customer/?sort=priceAsc"))
    assert [(p["goldRate"], p["mrp"], p["ornamentPrice"]) for p in shown] == [
        (9100, 47000, 47000),
        (9100, 92500, 92500),
    ]
    [event] = await run_sync(factories.events)
    assert (event["type"], event["reach"], event["aggregate"]) == ("gold_rate.changed", "everyone", "gold_rate")
    assert event["data"] == made | {"change": "updated", "changed": made, "repriced": 2}


async def test_a_rate_of_tomorrow_changes_no_price_yet(karthik, people, todays, run_sync):
    made = succeeded(await karthik.post("/goldrate/", json=rate(9100)))
    assert await run_sync(prices) == [91500, 46500]
    [event] = await run_sync(factories.events)
    assert event["reach"] == "admins"
    assert event["data"]["id"] == todays.id
    assert (event["data"]["change"], event["data"]["changed"], event["data"]["repriced"]) == ("added", made, 0)


async def test_only_staff_see_a_rate_before_its_day(karthik, asha, visitor, people, todays):
    for browser in (visitor, asha):  # fills the cache of visitors, which staff must not get
        assert [each["date"] for each in succeeded(await browser.get("/goldrate/"))] == [day()]
    succeeded(await karthik.post("/goldrate/", json=rate(9100)))
    for _ in range(2):
        assert [each["date"] for each in succeeded(await karthik.get("/goldrate/"))] == [day(1), day()]
        for browser in (visitor, asha):
            for query in ("", "?sort=oldest", f"?from={day(1)}&to={day(9)}", f"?cursor={day(5)}"):
                dates = [each["date"] for each in succeeded(await browser.get(f"/goldrate/{query}"))]
                assert dates == ([] if "from" in query else [day()])


async def test_only_staff_receive_changes_of_a_scheduled_rate(karthik, people, todays, run_sync):
    made = succeeded(await karthik.post("/goldrate/", json=rate(9100)))
    succeeded(await karthik.post("/goldrate/", json=rate(9150)))
    succeeded(await karthik.post(f"/goldrate/?id={made['id']}", json=rate(9150, 3)))
    succeeded(await karthik.delete(f"/goldrate/?id={made['id']}"))
    events = await run_sync(factories.events)
    assert [event["reach"] for event in events] == ["admins"] * 4
    assert [event["data"]["change"] for event in events] == ["added", "updated", "updated", "deleted"]


async def test_a_postponed_rate_is_sent_to_everyone_without_its_new_date(karthik, people, todays, run_sync):
    earlier = succeeded(await karthik.post("/goldrate/", json=rate(8900, -1)))
    put_off = succeeded(await karthik.post(f"/goldrate/?id={todays.id}", json=rate(9000, 1)))
    assert await run_sync(prices) == [90500, 46000]
    _, for_all, for_staff = await run_sync(factories.events)
    assert (for_all["reach"], for_staff["reach"]) == ("everyone", "admins")
    assert for_all["data"] == earlier | {"change": "in force", "changed": earlier, "repriced": 2}
    assert for_staff["data"] == earlier | {"change": "updated", "changed": put_off, "repriced": 2}
    # If the date is moved back to today, everyone receives the event.
    succeeded(await karthik.post(f"/goldrate/?id={todays.id}", json=rate(9000, 0)))
    assert (await run_sync(factories.events))[-1]["reach"] == "everyone"


async def test_a_rate_before_the_current_one_changes_no_price(karthik, people, run_sync):
    succeeded(await karthik.post("/goldrate/", json=rate(8000, -3)))
    assert await run_sync(prices) == [91500, 46500]


async def test_deleting_the_rate_in_force_brings_back_the_one_before(karthik, people, todays, run_sync):
    earlier = succeeded(await karthik.post("/goldrate/", json=rate(8800, -1)))
    succeeded(await karthik.delete(f"/goldrate/?id={todays.id}"))
    assert await run_sync(prices) == [89500, 45500]
    event = (await run_sync(factories.events))[-1]["data"]
    assert event | earlier == event
    assert (event["change"], event["changed"]["id"]) == ("deleted", todays.id)
    failed(await karthik.delete(f"/goldrate/?id={todays.id}"), 404)


async def test_a_deletion_can_be_previewed_and_a_large_change_is_confirmed(karthik, people, todays, run_sync):
    earlier = succeeded(await karthik.post("/goldrate/", json=rate(8000, -1)))
    planned = succeeded(await karthik.post("/goldrate/", json=rate(9100, 2)))
    before = await run_sync(factories.contents)
    effect = succeeded(await karthik.delete(f"/goldrate/?id={todays.id}&dryRun=true"))
    assert (effect["takesForce"], effect["products"], effect["change"], effect["needsConfirm"]) == (
        True,
        2,
        -11.11,
        True,
    )
    yesterday = formatting.day(today(now()) - dt.timedelta(days=1))
    assert effect["summary"] == (
        f"The rate of {yesterday} is in force again at once, 22k goes from ₹9,000.00 to ₹8,000.00 a gram:"
        f" 2 products change their price, by {formatting.MINUS}₹7,500.00 on average."
    )
    for each, beginning in (
        (earlier, "It prices nothing today"),
        (
            planned,
            f"The rate planned for {formatting.day(today(now()) + dt.timedelta(days=2))} will not come into force.",
        ),
    ):
        harmless = succeeded(await karthik.delete(f"/goldrate/?id={each['id']}&dryRun=true"))
        assert harmless["summary"].startswith(beginning)
        assert (harmless["takesForce"], harmless["needsConfirm"]) == (False, False)
    body = failed(await karthik.delete(f"/goldrate/?id={todays.id}"), 409)
    assert (body["data"]["reason"], body["data"]["change"]) == ("confirm", -11.11)
    failed(await karthik.delete("/goldrate/?id=2147483647&dryRun=true"), 404)
    assert await run_sync(factories.contents) == before
    succeeded(await karthik.delete(f"/goldrate/?id={todays.id}&confirm=true"))
    assert await run_sync(prices) == [81500, 41500]
    failed(await karthik.delete(f"/goldrate/?id={earlier['id']}&dryRun=true"), 409)


async def test_postponing_the_rate_in_force_is_confirmed_where_the_rate_changes_much(karthik, people, todays, run_sync):
    succeeded(await karthik.post("/goldrate/", json=rate(8000, -1)))
    before = await run_sync(factories.contents)
    later = rate(8100, 2)
    effect = succeeded(await karthik.post(f"/goldrate/?id={todays.id}&dryRun=true", json=later))
    assert (effect["needsConfirm"], effect["change"], effect["products"]) == (True, -11.11, 2)
    assert "is in force again at once, 22k goes from ₹9,000.00 to ₹8,000.00" in effect["summary"]
    body = failed(await karthik.post(f"/goldrate/?id={todays.id}", json=later), 409)
    assert body["data"]["reason"] == "confirm"
    assert await run_sync(factories.contents) == before
    succeeded(await karthik.post(f"/goldrate/?id={todays.id}", json=later | {"confirm": True}))
    assert await run_sync(prices) == [81500, 41500]


async def test_the_only_rate_stays_while_products_are_priced_by_it(karthik, people, todays, run_sync):
    before = await run_sync(factories.contents)
    failed(await karthik.delete(f"/goldrate/?id={todays.id}"), 409)
    for address in (f"/goldrate/?id={todays.id}", f"/goldrate/?id={todays.id}&dryRun=true"):
        failed(await karthik.post(address, json=rate(9000, 1)), 409)
    assert await run_sync(factories.contents) == before


async def test_a_second_rate_of_a_day_replaces_the_first(karthik, people, todays, run_sync):
    succeeded(await karthik.post("/goldrate/", json=rate(8900, -1)))
    effect = succeeded(await karthik.post("/goldrate/?dryRun=true", json=rate(9100, 0)))
    assert (effect["takesForce"], effect["products"], effect["previous"]["id"]) == (True, 2, todays.id)
    made = succeeded(await karthik.post("/goldrate/", json=rate(9100, 0)))
    assert made == {"id": todays.id, "r22kRate": 9100, "r24kRate": 9927, "date": day()}
    assert succeeded(await karthik.get("/goldrate/"))[0] == made
    assert await run_sync(prices) == [92500, 47000]
    event = (await run_sync(factories.events))[-1]["data"]
    assert event == made | {"change": "updated", "changed": made, "repriced": 2}
    before = await run_sync(factories.contents)
    body = failed(await karthik.post("/goldrate/", json=rate(9600, 0)), 409)
    assert (body["data"]["change"], body["data"]["previous"]) == (5.5, made)
    assert await run_sync(factories.contents) == before


async def test_a_rate_cannot_move_to_a_day_that_has_another(karthik, people, todays, run_sync):
    other = succeeded(await karthik.post("/goldrate/", json=rate(9000, -1)))
    before = await run_sync(factories.contents)
    for address in (f"/goldrate/?id={other['id']}", f"/goldrate/?id={other['id']}&dryRun=true"):
        body = failed(await karthik.post(address, json=rate(9000, 0, confirm=True)), 409, "date")
        assert (
            body["message"]
            == f"There is a gold rate of {formatting.day(today(now()))} already. Change that one instead."
        )
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize(
    ("r22k", "r24k", "change"),
    [
        (9450, 9818, None),
        (9450.01, 9818, 5.0),
        (8550, 9818, None),
        (8549.99, 9818, -5.0),
        (9000, 10400, 5.93),
        (9000, 1, -99.99),
        (18000, 9818, 100.0),
        (1, 9818, -99.99),
        (9000, 19636, 100.0),
    ],
)
async def test_a_change_by_more_than_five_percent_has_to_be_confirmed(karthik, todays, run_sync, r22k, r24k, change):
    wanted = rate(r22k, 1, r24kRate=r24k)
    before = await run_sync(factories.contents)
    response = await karthik.post("/goldrate/", json=wanted)
    if change is None:
        succeeded(response)
        return
    body = failed(response, 409)
    previous = {"id": todays.id, "r22kRate": 9000, "r24kRate": 9818, "date": day()}
    assert body["data"] == {"reason": "confirm", "change": change, "previous": previous}
    assert await run_sync(factories.contents) == before
    for no in (False, "false", 0):
        failed(await karthik.post("/goldrate/", json=wanted | {"confirm": no}), 409)
    confirmed = await karthik.post("/goldrate/", json=wanted | {"confirm": True})
    if r22k > r24k:
        failed(confirmed, 409, "r22kRate", "r24kRate")
    else:
        succeeded(confirmed)


@pytest.mark.parametrize("blank", ["", None])
async def test_an_empty_id_beside_a_new_rate_is_none(karthik, people, todays, run_sync, blank):
    succeeded(await karthik.post("/goldrate/", json=rate(9100, 0, id=blank)))
    assert await run_sync(prices) == [92500, 47000]


async def test_swapped_rates_are_refused_even_if_they_are_confirmed(karthik, people, todays, run_sync):
    before = await run_sync(factories.contents)
    swapped = rate(9400, 0, r24kRate=9350)
    added, changed = ("/goldrate/", {"date": day(1)}), (f"/goldrate/?id={todays.id}", {})
    confirmed = [(address, other | {"confirm": True}) for address, other in (added, changed)]
    for address, other in (added, changed, *confirmed):
        body = failed(await karthik.post(address, json=swapped | other), 409, "r22kRate", "r24kRate")
        assert body["message"] == "The 22k rate is above the 24k rate. Are they in each other's place?"
        assert body["errors"]["r22kRate"] == "At most 9350, the 24k rate."
    for address in ("/goldrate/?dryRun=true", f"/goldrate/?dryRun=true&id={todays.id}"):
        failed(await karthik.post(address, json=swapped), 409, "r22kRate", "r24kRate")
    assert await run_sync(factories.contents) == before
    succeeded(await karthik.post("/goldrate/", json=rate(9400, 1, r24kRate=9400)))


async def test_a_rate_is_compared_with_the_last_one_before_its_date(karthik, todays):
    succeeded(await karthik.post("/goldrate/", json=rate(12000, -5)))
    failed(await karthik.post("/goldrate/", json=rate(9000, -4)), 409)
    succeeded(await karthik.post("/goldrate/", json=rate(12500, -4)))
    failed(await karthik.post(f"/goldrate/?id={todays.id}", json=rate(9001, 0)), 409)
    succeeded(await karthik.post(f"/goldrate/?id={todays.id}", json=rate(12400, 0)))


async def test_the_first_rate_is_compared_with_its_old_figures(karthik, todays):
    failed(await karthik.post(f"/goldrate/?id={todays.id}", json=rate(12000, 0)), 409)
    succeeded(await karthik.post(f"/goldrate/?id={todays.id}", json=rate(12000, 0, confirm=True)))


async def test_a_form_is_read_like_json(karthik, todays):
    form = {name: str(value) for name, value in rate(9900, 1, confirm="true").items()}
    assert succeeded(await karthik.post("/goldrate/", data=form))["r22kRate"] == 9900
    files = {name: (None, value) for name, value in (form | {"date": day(2)}).items()}
    assert succeeded(await karthik.post("/goldrate/", files=files))["date"] == day(2)


async def test_a_dry_run_returns_the_effect_of_a_rate_and_changes_nothing(karthik, asha, ben, people, todays, run_sync):
    for browser, customer in ((asha, people.asha), (ben, people.ben)):
        for product in (people.ring, people.chain):
            succeeded(await browser.post("/cart/", json={"customerId": customer.id, "productId": product.id}))
    before = await run_sync(factories.contents)
    address = f"/goldrate/?dryRun=true&id={todays.id}"
    assert succeeded(await karthik.post(address, json=rate(9900, 0))) == {
        "takesForce": True,
        "effectiveFrom": None,
        "rateBefore": 9000,
        "rateAfter": 9900,
        "summary": "At once, 22k goes from ₹9,000.00 to ₹9,900.00 a gram: 2 products change their price,"
        " by +₹6,750.00 on average.",
        "products": 2,
        "meanChange": 6750,
        "meanChangePercent": 9.76,
        "openCarts": 2,
        "change": 10,
        "needsConfirm": True,
        "previous": {"id": todays.id, "r22kRate": 9000, "r24kRate": 9818, "date": day()},
    }
    later = succeeded(await karthik.post("/goldrate/?dryRun=true", json=rate(9900)))
    assert (later["takesForce"], later["effectiveFrom"], later["needsConfirm"]) == (False, day(1), True)
    assert (later["products"], later["meanChange"], later["openCarts"]) == (2, 6750, 2)
    tomorrow = formatting.day(today(now()) + dt.timedelta(days=1))
    assert later["summary"] == (
        f"At midnight, as {tomorrow} begins in India, 22k goes from ₹9,000.00 to ₹9,900.00 a gram: 2 products change"
        " their price, by +₹6,750.00 on average. Until then nothing changes."
    )
    past = succeeded(await karthik.post("/goldrate/?dryRun=true", json=rate(8000, -3)))
    assert (past["takesForce"], past["products"], past["rateAfter"]) == (False, 0, None)
    assert past["summary"] == f"This rate prices nothing: that of {formatting.day(today(now()))} is in force."
    failed(await karthik.post("/goldrate/?dryRun=true&id=2147483647", json=rate(9900)), 404)
    failed(await karthik.post("/goldrate/?dryRun=true", json=rate(-1)), 422, "r22kRate", "r24kRate")
    assert await run_sync(factories.contents) == before


async def test_a_dry_run_keeps_the_cached_responses(app, karthik, people, todays):
    planned = succeeded(await karthik.post("/goldrate/", json=rate(9100)))
    cache = app.state.response_cache
    generation = cache.generation
    succeeded(await karthik.post("/goldrate/?dryRun=true", json=rate(9100, 0)))
    succeeded(await karthik.post(f"/goldrate/?dryRun=true&id={todays.id}", json=rate(9100, 0)))
    succeeded(await karthik.delete(f"/goldrate/?dryRun=true&id={planned['id']}"))
    assert cache.generation == generation
    succeeded(await karthik.delete(f"/goldrate/?id={planned['id']}"))
    assert cache.generation == generation + 1


async def test_only_admins_change_rates(visitor, asha, people, todays, run_sync):
    before = await run_sync(factories.contents)
    for browser, status in ((visitor, 401), (asha, 403)):
        for address in ("/goldrate/", f"/goldrate/?id={todays.id}", "/goldrate/?dryRun=true"):
            failed(await browser.post(address, json=rate(9000)), status)
        failed(await browser.delete(f"/goldrate/?id={todays.id}"), status)
        assert len(succeeded(await browser.get("/goldrate/"))) == 1
    assert await run_sync(factories.contents) == before


@cases(
    ("field", "value"),
    [
        ("r22kRate", 0),
        ("r22kRate", -1),
        ("r22kRate", "9000.001"),
        ("r22kRate", 1e300),
        ("r22kRate", 10**7),
        ("r22kRate", "1" * 5000),
        ("r22kRate", "NaN"),
        ("r22kRate", "Infinity"),
        ("r22kRate", "1e-900"),
        ("r22kRate", True),
        ("r22kRate", None),
        ("r22kRate", ""),
        ("r22kRate", [9000]),
        ("r22kRate", {"a": 1}),
        ("r24kRate", "9\x00"),
        ("date", "tomorrow"),
        ("date", ""),
        ("date", None),
        ("date", 20261120),
        ("date", "2026-02-30"),
        ("date", "2026-11-20T10:00:00"),
        ("date", "99999-01-01"),
        ("date", "0000-01-01"),
        ("confirm", "perhaps"),
        ("price", 1),
    ],
)
async def test_an_invalid_rate_is_refused_by_field(karthik, todays, run_sync, field, value):
    before = await run_sync(factories.contents)
    failed(await karthik.post("/goldrate/", json=rate(9000) | {field: value}), 422, field)
    assert await run_sync(factories.contents) == before


async def test_missing_fields_are_named(karthik, people):
    failed(await karthik.post("/goldrate/", json={}), 422, "r22kRate", "r24kRate", "date")
    failed(await karthik.post("/goldrate/", data={}), 422, "r22kRate", "r24kRate", "date")
    failed(await karthik.post("/goldrate/?id=x", json=rate(9000)), 422, "id")
    failed(await karthik.post("/goldrate/?id=2147483647", json=rate(9000)), 404)


async def test_rates_are_paginated_the_newest_first(karthik, visitor, todays):
    for offset in range(-6, 0):
        succeeded(await karthik.post("/goldrate/", json=rate(9000, offset)))
    got, cursor = [], ""
    while cursor is not None:
        response = await visitor.get(f"/goldrate/?limit=3{cursor and f'&cursor={cursor}'}")
        got += [entry["date"] for entry in succeeded(response)]
        cursor = response.json()["nextCursor"]
    assert got == [day(offset) for offset in range(0, -7, -1)]
    failed(await visitor.get("/goldrate/?cursor=junk"), 422, "cursor")


async def test_rates_and_products_written_at_the_same_time_agree(committing_api, async_engine):
    async with AsyncSession(async_engine, expire_on_commit=False) as database:
        people = await database.run_sync(add_people)
        todays = (await database.scalars(select(GoldRate))).one()
        await database.commit()
        async with await Callers(committing_api, database).of(people.karthik) as karthik:

            async def stock(number: int) -> None:
                async with AsyncSession(async_engine) as session:
                    await session.run_sync(factories.stock_product, name=f"Ring {number}", weight=number + 1)
                    await session.commit()

            changes = [karthik.post("/goldrate/", json=rate(9000 + n, -n)) for n in range(1, 6)]
            changes += [karthik.post("/goldrate/", json=rate(9200, 1)) for _ in range(4)]
            changes += [karthik.post(f"/goldrate/?id={todays.id}", json=rate(9000 + n, 0)) for n in range(10, 15)]
            answers, *_ = await asyncio.gather(asyncio.gather(*changes), *(stock(number) for number in range(10)))
            assert {answer.status_code for answer in answers} == {200}
            shown = succeeded(await karthik.get("/product/customer/?sort=priceAsc"))
        listed = await database.execute(text("SELECT price FROM listing ORDER BY price, product_id"))
        assert [product["ornamentPrice"] for product in shown] == list(listed.scalars())
