"""Dates and times in requests, at the first and the last day of the calendar and beyond."""

import datetime as dt

import pytest
from pydantic import TypeAdapter

from api.http.date_types import TimeOrDay
from shop.clock import iso
from tests.support import factories

ENDS = (
    "0001-01-01",
    "9999-12-31",
    "9999-12-31T23:59:59.999999Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-12:00",
    "10000-01-01",
    "0000-00-00",
    "2026-02-30",
    "9" * 5000,
    "-1",
    "1e400",
    "\N{FULLWIDTH DIGIT TWO}026-11-23",
)


def dated_calls(app) -> list[tuple[str, str]]:
    """Return the address and the parameter of each GET operation that takes a date, a time or a cursor."""
    return [
        (path.removeprefix("/api"), parameter["name"])
        for path, methods in app.openapi()["paths"].items()
        for parameter in methods.get("get", {}).get("parameters", ())
        if "date" in str(parameter["schema"]) or parameter["name"] in {"from", "to", "cursor"}
    ]


def test_the_calls_with_dates_are_found(app):
    calls = dated_calls(app)
    assert {("/audit/", "from"), ("/audit/", "to"), ("/goldrate/", "cursor"), ("/order/?flag=csv", "from")} <= {*calls}
    assert len(calls) > 15


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end[:30])
async def test_no_call_fails_at_an_end_of_the_calendar(app, karthik, people, end):
    for path, name in dated_calls(app):
        path = path.replace("{id}", str(people.asha.id))  # noqa: PLW2901 - only fills in the id
        address, _, selected = path.partition("?")
        params = dict([selected.split("=")]) if selected else {}
        if address == "/order/" and not selected:
            params["customerId"] = str(people.asha.id)
        answer = await karthik.get(address, params=params | {name: end})
        assert answer.status_code < 500, (path, name, end)
        if name != "cursor" and end[:4].isdecimal() and end[:4].isascii() and len(end) == 10 and end[5:7] > "00":
            assert answer.status_code == (422 if end == "2026-02-30" else 200), (path, name, end)


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
async def test_what_is_dated_at_an_end_of_the_calendar_can_be_listed(karthik, asha, people, database, day):
    rate = {"r22kRate": 9000, "r24kRate": 9800, "date": day, "confirm": True}
    assert (await karthik.post("/goldrate/", json=rate)).status_code < 500
    dates = {"ordered_at": TypeAdapter(TimeOrDay).validate_python(day), "delivery_date": dt.date.fromisoformat(day)}
    number = (await database.run_sync(lambda session: factories.order(session, people.asha, [], **dates))).id
    await database.commit()
    for address in (
        "/goldrate/",
        "/goldrate/?flag=csv",
        f"/order/?id={number}",
        f"/order/?customerId={people.asha.id}",
        *(f"/order/?flag={flag}" for flag in ("allOrders", "csv", "itemsCsv", "figures")),
        "/audit/",
        "/audit/?flag=csv",
        "/product/customer/",
        "/operations/",
        "/report/",
    ):
        assert (await karthik.get(address)).status_code == 200, address
    assert (await asha.get(f"/order/?customerId={people.asha.id}")).status_code == 200


@pytest.mark.parametrize(
    ("time", "read"),
    [
        ("9999-12-31", "9999-12-30T18:30:00.000Z"),
        ("9999-12-31T18:29:59Z", "9999-12-31T18:29:59.000Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T18:29:59.999Z"),
        ("9999-12-31T23:59:59-14:00", "9999-12-31T18:29:59.999Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
        ("0001-01-01", "0001-01-01T00:00:00.000Z"),
        ("0001-01-01T00:00:00", "0001-01-01T00:00:00.000Z"),
        ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00.000Z"),
    ],
)
def test_a_time_at_an_end_of_the_calendar_is_the_nearest_that_is_on_it(time, read):
    assert iso(TypeAdapter(TimeOrDay).validate_python(time)) == read
