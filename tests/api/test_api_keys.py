"""API keys are created, limited to their scopes, counted and revoked."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from sqlalchemy import text, update

from api.auth.key_scopes import REACHED_BY
from api.auth.policy_table import OPERATIONS, operation_of
from shop.api_keys.model import ApiKey
from shop.clock import now
from shop.events.model import DomainEvent
from tests.api.test_policy import create_rows
from tests.support import factories
from tests.support.http_client import Browser, failed, succeeded


async def make_key(karthik: Browser, *scopes: str, name: str = "Showroom ERP", **more) -> dict:
    return succeeded(await karthik.post("/admin/keys/", json={"name": name, "scopes": scopes, **more}))


def bearer(made: dict) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['key']}"}


@pytest.fixture
def unchanged(run_sync) -> Callable[[], Awaitable[None]]:
    """Check that the calls in the block change only the count of calls and the key's last use."""

    async def contents() -> dict:
        found = await run_sync(factories.contents)
        return {name: rows for name, rows in found.items() if name not in {"throttle", "api_key"}}

    @asynccontextmanager
    async def check() -> AsyncIterator[None]:
        before = await contents()
        yield
        assert await contents() == before

    return check


async def test_a_key_is_shown_once_and_stored_as_a_hash(karthik, database):
    made = await make_key(karthik, "orders:read", "events:read", expiresInDays=90)
    assert made["key"].startswith("sw_live_")
    assert len(made["key"]) > 40
    assert made["scopes"] == ["events:read", "orders:read"]
    (listed,) = succeeded(await karthik.get("/admin/keys/"))
    assert listed == {name: value for name, value in made.items() if name != "key"}
    stored = str((await database.execute(text("SELECT api_key FROM api_key"))).all())
    assert made["key"] not in stored
    assert made["key"].removeprefix(made["start"]) not in stored
    events = (await database.scalars(DomainEvent.__table__.select().with_only_columns(DomainEvent.type))).all()
    assert events == ["api_key.changed"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "", "scopes": ["events:read"]}, "name"),
        ({"name": "x" * 101, "scopes": ["events:read"]}, "name"),
        ({"name": "x", "scopes": []}, "scopes"),
        ({"name": "x", "scopes": ["staff:write"]}, "scopes.0"),
        ({"name": "x", "scopes": ["events:read", "events:read"]}, "scopes"),
        ({"name": "x", "scopes": ["events:read"], "expiresInDays": 0}, "expiresInDays"),
        ({"name": "x", "scopes": ["events:read"], "expiresInDays": True}, "expiresInDays"),
        ({"name": "x", "scopes": ["events:read"], "expiresInDays": 4000}, "expiresInDays"),
    ],
)
async def test_an_unfit_key_is_refused(karthik, unchanged, body, field):
    async with unchanged():
        failed(await karthik.post("/admin/keys/", json=body), 422, field)


def test_no_key_reaches_staff_keys_or_settings():
    names = {operation.name for operation in OPERATIONS}
    reached = set().union(*REACHED_BY.values())
    assert reached <= names
    words = ("admin", "api_key", "preferences", "policy", "audit", "dead_letters", "customer", "pan", "operations")
    assert {name for name in reached if any(word in name for word in words)} == {"list_orders_of_customer"}
    assert operation_of("DELETE", "/admin/keys/?id={id}").scopes == frozenset()


async def test_a_cookie_adds_nothing_to_a_key(karthik, people):
    made = await make_key(karthik, "events:read")
    failed(await karthik.get("/order/?flag=allOrders", headers=bearer(made)), 403)
    failed(await karthik.get("/category/", headers=bearer(made)), 403)
    failed(await karthik.get("/category/", headers={"Authorization": "Bearer sw_live_unknown"}), 401)


@pytest.mark.parametrize("sent", ["", "sw_live_", "sw_live_" + "A" * 43, "é" * 20, "x" * 5000, "' OR 1=1 --"])
async def test_an_unknown_key_is_refused(visitor, people, unchanged, sent):
    async with unchanged():
        response = await visitor.get("/order/?flag=allOrders", headers={"Authorization": f"Bearer {sent}".encode()})
        failed(response, 401)


async def test_a_key_that_is_not_valid_leaves_the_sign_in_of_the_browser(karthik):
    wrong = {"Authorization": "Bearer sw_live_wrong"}
    answer = await karthik.get("/admin/me/", headers=wrong)
    failed(answer, 401)
    assert answer.headers.get_list("set-cookie") == []
    succeeded(await karthik.get("/admin/me/"))


async def test_a_revoked_key_ends_at_once(karthik, visitor, people):
    made = await make_key(karthik, "orders:read")
    succeeded(await visitor.get("/order/?flag=allOrders", headers=bearer(made)))
    revoked = succeeded(await karthik.delete(f"/admin/keys/?id={made['id']}"))
    assert (revoked["isLive"], revoked["revokedBy"]) == (False, people.karthik.name)
    failed(await visitor.get("/order/?flag=allOrders", headers=bearer(made)), 401)
    failed(await karthik.delete(f"/admin/keys/?id={made['id']}"), 409)
    failed(await karthik.delete("/admin/keys/?id=999999"), 404)
    audit = [(entry["action"], entry["entity"], entry["label"]) for entry in succeeded(await karthik.get("/audit/"))]
    assert ("revoked", "api key", "Showroom ERP") in audit


async def test_a_key_ends_when_its_days_are_over(karthik, visitor, database):
    made = await make_key(karthik, "orders:read", expiresInDays=1)
    await database.execute(update(ApiKey).values(expires_at=now() - timedelta(seconds=1)))
    await database.commit()
    failed(await visitor.get("/order/?flag=allOrders", headers=bearer(made)), 401)
    (listed,) = succeeded(await karthik.get("/admin/keys/"))
    assert not listed["isLive"]


async def test_the_audit_says_until_when_a_key_works(karthik):
    made = await make_key(karthik, "orders:read", expiresInDays=3650)
    await make_key(karthik, "orders:read")
    entries = succeeded(await karthik.get("/audit/"))
    ends = [change["to"] for entry in entries for change in entry["changes"] if change["field"] == "expires_at"]
    assert ends == ["never", made["expiresAt"]]


async def test_the_list_says_when_and_from_where_a_key_was_used(karthik, visitor):
    made = await make_key(karthik, "orders:read")
    await visitor.get("/order/?flag=allOrders", headers=bearer(made))
    await visitor.get("/order/?flag=allOrders", headers=bearer(made))
    (listed,) = succeeded(await karthik.get("/admin/keys/"))
    assert listed["usedAt"] is not None
    assert listed["usedFrom"]
    assert (listed["callsPerMinute"], listed["limitPerMinute"]) == (2, 600)


async def test_a_key_that_calls_too_often_has_to_wait(karthik, visitor, database):
    made = await make_key(karthik, "orders:read")
    other = await make_key(karthik, "orders:read", name="Courier")
    await visitor.get("/order/?flag=allOrders", headers=bearer(made))
    await database.execute(
        text("UPDATE throttle SET count = 600, next_at = ends_at WHERE scope = 'api_key'"),
    )
    await database.commit()
    response = await visitor.get("/order/?flag=allOrders", headers=bearer(made))
    failed(response, 429)
    assert 1 <= int(response.headers["retry-after"]) <= 60
    succeeded(await visitor.get("/order/?flag=allOrders", headers=bearer(other)))


async def test_history_and_audit_name_the_key_that_changed_a_status(karthik, visitor, database, people):
    rows = await database.run_sync(create_rows, people.asha, people.ring)
    await database.commit()
    made = await make_key(karthik, "orders:status", name="Courier desk")
    change = {"id": rows.item, "status": "shipped"}
    changed = succeeded(await visitor.post("/order/?flag=updateStatus", json=change, headers=bearer(made)))
    assert changed["changedBy"] == "Courier desk (API key)"
    order = (await karthik.get(f"/order/?id={rows.order}")).json()
    assert order["items"][0]["history"][-1]["changedBy"] == "Courier desk (API key)"
    entry = next(entry for entry in succeeded(await karthik.get("/audit/")) if entry["entity"] == "order")
    assert entry["actor"] == "Courier desk (API key)"


async def test_the_audit_names_the_key_that_corrected_a_count(karthik, visitor, database):
    counted = await database.run_sync(factories.stock_product, stock_quantity=3)
    await database.commit()
    made = await make_key(karthik, "stock:write", name="Till")
    body = {"productId": counted.id, "quantity": 4, "reason": "Counted."}
    moved = succeeded(await visitor.post("/stock/", json=body, headers=bearer(made)))
    assert moved["who"] == "Till (API key)"
    actors = {entry["actor"] for entry in succeeded(await karthik.get("/audit/")) if entry["entity"] == "product"}
    assert actors == {"Till (API key)"}


@pytest.mark.parametrize("scope", ["products:write", "stock:write"])
async def test_a_key_lists_the_pictures_that_staff_see(karthik, visitor, people, database, scope):
    product = people.ring.id
    await database.execute(text("UPDATE product SET status = 'inactive' WHERE id = :id"), {"id": product})
    await database.commit()
    system = bearer(await make_key(karthik, scope))
    listed = succeeded(await visitor.get(f"/productimage/?productId={product}", headers=system))
    assert listed
    assert listed == succeeded(await karthik.get(f"/productimage/?productId={product}"))
    assert succeeded(await visitor.get(f"/productimage/?productId={product}")) == []


async def test_a_key_orders_the_pictures_that_it_lists(karthik, visitor, people, database):
    add = text("INSERT INTO product_image (product_id, image_url, original, position) VALUES (:id, '/m/2', 'o/2', 1)")
    await database.execute(add, {"id": people.ring.id})
    await database.commit()
    system = bearer(await make_key(karthik, "products:write"))
    listed = succeeded(await visitor.get(f"/productimage/?productId={people.ring.id}", headers=system))
    ids = [image["id"] for image in reversed(listed)]
    body = {"productId": people.ring.id, "ids": ids}
    ordered = succeeded(await visitor.post("/productimage/?flag=order", json=body, headers=system))
    assert [image["id"] for image in ordered] == ids
