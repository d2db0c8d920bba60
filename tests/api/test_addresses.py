"""A customer's delivery addresses."""

import psycopg
import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from api.addresses import service
from shop.customers.model import MAX_ADDRESSES, Address
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded

ADDRESS = {
    "name": "Asha",
    "address": "12 Temple Street",
    "city": "Chennai",
    "state": "Tamil Nadu",
    "country": "India",
}
NO_CAUSE = {"phone": "", "isDefault": False}


async def test_addresses_are_listed_with_the_newest_first(asha, people):
    for city in ("Chennai", "Madurai"):
        response = await asha.post(
            "/address/", json=ADDRESS | {"city": city, "customerId": people.asha.id, "zipCode": "600001"}
        )
        saved = succeeded(response)
        assert saved == ADDRESS | NO_CAUSE | {"city": city, "id": saved["id"], "zip_code": "600001"}
        assert response.json()["message"] == "Address saved successfully!"
    listed = succeeded(await asha.get(f"/address/?customerId={people.asha.id}"))
    assert [address["city"] for address in listed] == ["Madurai", "Chennai"]
    first = await asha.get(f"/address/?customerId={people.asha.id}&limit=1")
    cursor = first.json()["nextCursor"]
    rest = await asha.get(f"/address/?customerId={people.asha.id}&limit=1&cursor={cursor}")
    assert succeeded(first) + succeeded(rest) == listed
    assert rest.json()["nextCursor"] is None


async def test_the_zip_code_is_returned_under_both_names(asha, people, run_sync):
    response = await asha.post("/address/", json=ADDRESS | {"customerId": people.asha.id, "zip_code": "600 002"})
    assert succeeded(response)["zip_code"] == "600 002"
    assert await run_sync(lambda s: s.scalar(select(Address.zip_code))) == "600 002"


async def test_the_zip_code_may_be_sent_under_both_names_at_once(people, asha, run_sync):
    twice = {"customerId": people.asha.id, "zipCode": "600 002", "zip_code": "600 002"}
    assert succeeded(await asha.post("/address/", json=ADDRESS | twice))["zip_code"] == "600 002"
    before = await run_sync(factories.contents)
    failed(await asha.post("/address/", json=ADDRESS | twice | {"zip_code": "600 003"}), 422, "zip_code")
    assert await run_sync(factories.contents) == before


async def test_a_customer_has_a_limited_number_of_addresses(asha, people, run_sync):
    def fill(session):
        for _ in range(MAX_ADDRESSES - 1):
            factories.note_address(session, people.asha)
        session.commit()

    await run_sync(fill)
    wanted = ADDRESS | {"customerId": people.asha.id, "zipCode": "600001"}
    last = succeeded(await asha.post("/address/", json=wanted))
    refused = failed(await asha.post("/address/", json=wanted | {"isDefault": True}), 409)
    assert refused["message"] == "50 addresses are saved already. Please remove one first."
    succeeded(await asha.post(f"/address/?id={last['id']}", json={"city": "Madurai"}))
    succeeded(await asha.delete(f"/address/?id={last['id']}"))
    succeeded(await asha.post("/address/", json=wanted))


async def test_text_of_any_language_is_kept(asha, people):
    name = "अशा 'Verma'; DROP TABLE \"x\" -- <b>&amp;</b> 💍"
    response = await asha.post(
        "/address/", json=ADDRESS | {"customerId": people.asha.id, "zipCode": "600001", "name": name}
    )
    assert succeeded(response)["name"] == name


async def test_one_address_is_the_default_and_leads_the_list(asha, people):
    def saved(**fields):
        return asha.post("/address/", json=ADDRESS | {"customerId": people.asha.id, "zipCode": "600001"} | fields)

    async def listed():
        rows = succeeded(await asha.get(f"/address/?customerId={people.asha.id}"))
        return [(row["address"], row["isDefault"], row["phone"]) for row in rows]

    home = succeeded(await saved(address="Home", isDefault=True, phone="+91 98410 55001"))
    succeeded(await saved(address="Work", state="Telangana", city="Siddipet", zipCode="502103"))
    assert await listed() == [("Home", True, "+91 98410 55001"), ("Work", False, "")]
    parents = succeeded(await saved(address="Parents", isDefault=True))
    assert await listed() == [("Parents", True, ""), ("Work", False, ""), ("Home", False, "+91 98410 55001")]
    succeeded(await asha.post(f"/address/?id={home['id']}", json={"isDefault": True}))
    succeeded(await asha.post(f"/address/?id={home['id']}", json={"isDefault": True}))
    assert [row[1] for row in await listed()] == [True, False, False]
    succeeded(await asha.delete(f"/address/?id={home['id']}"))
    assert [row[:2] for row in await listed()] == [("Parents", False), ("Work", False)]
    assert parents["isDefault"]


@pytest.fixture
async def kept(database, people) -> Address:
    """Add an address in Chennai for Asha, and return it."""
    made = await database.run_sync(factories.note_address, people.asha)
    await database.commit()
    return made


def fields_of(address: Address) -> dict:
    return address.snapshot() | {"id": address.id, "isDefault": address.is_default}


async def test_an_address_is_changed_as_a_whole(asha, people, kept, run_sync):
    fields = ADDRESS | {"name": "Asha V", "city": "Kochi", "state": "Kerala", "customerId": people.asha.id}
    response = await asha.post(f"/address/?id={kept.id}", json=fields | {"zipCode": "682001"})
    changed = succeeded(response)
    assert response.json()["message"] == "Address updated successfully!"
    assert changed == ADDRESS | NO_CAUSE | {"name": "Asha V", "city": "Kochi", "state": "Kerala"} | {
        "id": kept.id,
        "zip_code": "682001",
    }
    assert succeeded(await asha.get(f"/address/?customerId={people.asha.id}")) == [changed]
    assert await run_sync(lambda s: s.scalar(select(Address.customer_id))) == people.asha.id


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"city": " Madurai "}, {"city": "Madurai"}),
        ({"zipCode": "625 001"}, {"zip_code": "625 001"}),
        ({"zip_code": "625 001"}, {"zip_code": "625 001"}),
    ],
)
async def test_fields_that_are_not_given_are_kept(asha, kept, given, wanted):
    changed = succeeded(await asha.post(f"/address/?id={kept.id}", json=given))
    assert changed == fields_of(kept) | wanted


async def test_a_change_that_was_not_seen_is_not_overwritten(asha, kept):
    seen = fields_of(kept)
    succeeded(await asha.post(f"/address/?id={kept.id}", json={"zipCode": "600 099", "isDefault": True}))
    stale = {"zipCode": "600 002", "seen": {"zipCode": seen["zip_code"]}}
    refused = await asha.post(f"/address/?id={kept.id}", json=stale)
    failed(refused, 409, "zipCode")
    assert refused.json()["message"].startswith("Zip code is “600 099” now.")
    assert refused.json()["data"] == seen | {"zip_code": "600 099", "isDefault": True}
    phone = {"phone": "+91 98400 11122", "seen": {"phone": seen["phone"]}}
    changed = succeeded(await asha.post(f"/address/?id={kept.id}", json=phone))
    assert (changed["phone"], changed["zip_code"], changed["isDefault"]) == ("+91 98400 11122", "600 099", True)
    again = stale | {"seen": {"zipCode": "600 099"}}
    assert succeeded(await asha.post(f"/address/?id={kept.id}", json=again))["zip_code"] == "600 002"


async def test_an_address_may_be_sent_back_as_it_was_read(asha, people, kept):
    row = succeeded(await asha.get(f"/address/?customerId={people.asha.id}"))[0]
    assert succeeded(await asha.post(f"/address/?id={kept.id}", json=row)) == row
    changed = succeeded(await asha.post(f"/address/?id={kept.id}", json=row | {"zipCode": "600 099"}))
    assert changed == row | {"zip_code": "600 099"}


@cases(
    ("change", "status", "field"),
    [
        ({}, 422, None),
        ({"city": ""}, 422, "city"),
        ({"city": "   "}, 422, "city"),
        ({"name": None}, 422, "name"),
        ({"address": 5}, 422, "address"),
        ({"address": "a\0b"}, 422, "address"),
        ({"state": ["Kerala"]}, 422, "state"),
        ({"country": {"name": "India"}}, 422, "country"),
        ({"name": "x" * 100_000}, 422, "name"),
        ({"zip_code": ""}, 422, "zipCode"),
        ({"zipCode": "600001", "zip_code": "600002"}, 422, "zip_code"),
        ({"isHome": True, "city": "Madurai"}, 422, "isHome"),
        ({"isDefault": "perhaps", "city": "Madurai"}, 422, "isDefault"),
        ({"phone": "call me", "city": "Madurai"}, 422, "phone"),
        ({"state": "Kerala", "city": "Kochi"}, 422, "zipCode"),
        ({"customerId": "me", "city": "Madurai"}, 422, "customerId"),
        ({"id": 2_000_000_000, "city": "Madurai"}, 409, "id"),
        ({"customerId": 2_000_000_000, "city": "Madurai"}, 409, "customerId"),
    ],
)
async def test_an_unfit_change_is_refused_and_changes_nothing(asha, kept, run_sync, change, status, field):
    before = await run_sync(factories.contents)
    failed(await asha.post(f"/address/?id={kept.id}", json=change), status, *([field] if field else []))
    assert await run_sync(factories.contents) == before


IMPOSSIBLE = [
    ({"country": "Mars"}, {"country"}),
    ({"country": "india"}, {"country"}),
    ({"state": "Texas"}, {"state"}),
    ({"city": "Los Angeles"}, {"city"}),
    ({"state": "Kerala"}, {"city"}),
    ({"zipCode": "12"}, {"zipCode"}),
    ({"zipCode": "000000"}, {"zipCode"}),
    ({"zipCode": "ABCDEF"}, {"zipCode"}),
    ({"country": "USA"}, {"state", "city", "zipCode"}),
    (
        {"country": "Mars", "state": "Nowhere", "city": "Nowhere", "zipCode": "x"},
        {"country", "state", "city", "zipCode"},
    ),
]


@cases(("part", "fields"), IMPOSSIBLE)
async def test_an_impossible_place_is_refused_and_each_field_named(asha, people, kept, run_sync, part, fields):
    before = await run_sync(factories.contents)
    whole = {"customerId": people.asha.id, "zipCode": "600001", **ADDRESS}
    for path, body in (("/address/", whole | part), (f"/address/?id={kept.id}", part)):
        response = await asha.post(path, json=body)
        failed(response, 422, *fields)
        assert response.json()["errors"].keys() == fields
    assert await run_sync(factories.contents) == before


async def test_an_old_address_can_be_read_and_used_and_has_to_be_corrected_on_an_edit(asha, people, database):
    kept = await database.run_sync(factories.note_address, people.asha)
    kept.city, kept.zip_code = "Los Angeles", "12"
    await database.commit()
    shown = succeeded(await asha.get(f"/address/?customerId={people.asha.id}"))[0]
    assert (shown["city"], shown["zip_code"]) == ("Los Angeles", "12")
    failed(await asha.post(f"/address/?id={kept.id}", json={"name": "Asha V"}), 422, "city", "zipCode")
    mended = {"name": "Asha V", "city": "Chennai", "zipCode": "600001"}
    assert succeeded(await asha.post(f"/address/?id={kept.id}", json=mended))["zip_code"] == "600001"


async def test_an_address_cannot_be_given_to_another(asha, people, kept, run_sync):
    before = await run_sync(factories.contents)
    failed(await asha.post(f"/address/?id={kept.id}", json={"customerId": people.ben.id}), 409, "customerId")
    assert await run_sync(factories.contents) == before


@cases("method", ["POST", "DELETE"])
@cases("id_", ["", "0", "-1", "1.5", "x", "%00", "99999999999999999", "1 OR 1=1"])
async def test_an_id_that_is_no_number_is_refused(asha, kept, run_sync, method, id_):
    before = await run_sync(factories.contents)
    failed(await asha.request(method, f"/address/?id={id_}", json={"city": "Kochi"}), 422, "id")
    assert await run_sync(factories.contents) == before


@cases("body", [b"{", b"[1]", b"null", b'{"city": "\\udfff"}'])
async def test_a_change_that_is_no_object_is_refused(asha, kept, body):
    failed(await asha.post(f"/address/?id={kept.id}", content=body), 422)


async def test_a_new_address_has_no_id(asha, people, kept, run_sync):
    before = await run_sync(factories.contents)
    fields = ADDRESS | {"customerId": people.asha.id, "zipCode": "600001", "id": kept.id}
    failed(await asha.post("/address/", json=fields), 422, "id")
    assert await run_sync(factories.contents) == before


async def test_an_address_is_deleted_once(asha, people, kept, run_sync):
    response = await asha.delete(f"/address/?id={kept.id}")
    assert succeeded(response) is None
    assert response.json()["message"] == "Address removed successfully!"
    assert succeeded(await asha.get(f"/address/?customerId={people.asha.id}")) == []
    assert await run_sync(lambda s: s.scalars(select(Address.id)).all()) == []
    failed(await asha.delete(f"/address/?id={kept.id}"), 404)
    failed(await asha.post(f"/address/?id={kept.id}", json={"city": "Kochi"}), 404)


@pytest.mark.parametrize("method", ["POST", "DELETE"])
async def test_a_change_without_the_xsrf_token_is_refused(asha, kept, run_sync, method):
    before = await run_sync(factories.contents)
    asha.cookies.delete("XSRF-TOKEN")
    failed(await asha.request(method, f"/address/?id={kept.id}", json={"city": "Kochi"}), 403, "xsrf")
    assert await run_sync(factories.contents) == before


async def test_an_order_keeps_the_address_that_it_was_placed_with(asha, karthik, people, kept):
    line = {"productId": people.ring.id, "productQuantity": 1, "totalAmount": 91500, "status": "ordered"}
    basket = {"customerId": people.asha.id, "totalQuantity": 1, "totalAmount": 91500, "addressId": kept.id}
    placed = succeeded(await asha.post("/order/", json=basket | {"items": [line]}))
    was = kept.snapshot()
    assert placed["address"] == was
    succeeded(await asha.post(f"/address/?id={kept.id}", json={"city": "Madurai", "zipCode": "625001"}))
    assert succeeded(await karthik.get(f"/order/?id={placed['id']}"))["address"] == was
    succeeded(await asha.delete(f"/address/?id={kept.id}"))
    assert succeeded(await karthik.get(f"/order/?id={placed['id']}"))["address"] == was
    held = succeeded(await asha.get(f"/order/?customerId={people.asha.id}"))
    assert [row["address"] for row in held] == [was]
    again = {"json": basket | {"items": [line]}, "headers": {"Idempotency-Key": "another order"}}
    failed(await asha.post("/order/", **again), 422, "addressId")


async def test_a_change_is_repeated_after_a_deadlock(asha, people, monkeypatch):
    saved = succeeded(await asha.post("/address/", json=ADDRESS | {"customerId": people.asha.id, "zipCode": "600004"}))
    record, conflicts = service.record_changed, [OperationalError(None, None, psycopg.errors.DeadlockDetected())]

    async def record_after_conflict(*about) -> None:
        await record(*about)
        if conflicts:
            raise conflicts.pop()

    monkeypatch.setattr(service, "record_changed", record_after_conflict)
    changed = succeeded(await asha.post(f"/address/?id={saved['id']}", json={"city": "Salem", "isDefault": True}))
    assert (changed["city"], changed["isDefault"], conflicts) == ("Salem", True, [])
