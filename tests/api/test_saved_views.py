"""Saved views of the portal's lists: private views, shared views, and the default view of a list."""

import pytest
from sqlalchemy import text

from shop.saved_views.rules import MAX_VIEWS
from tests.support import factories
from tests.support.http_client import failed, succeeded

BOARD = "order-management"
LATE = "sort=oldest&status=ordered"


@pytest.fixture
def sign_in(browsers, database):
    """Return a function that adds a member of staff with these roles and returns their browser."""

    async def hired(name, *roles):
        person = await database.run_sync(factories.hire_admin, name, roles=list(roles))
        await database.commit()
        return await browsers.of(person)

    return hired


async def save(browser, name="Morning courier", filters=LATE, page=BOARD):
    return await browser.post("/admin/views/", json={"page": page, "name": name, "filters": filters})


async def share(browser, view, *, is_shared=True, version=1):
    body = {"id": view["id"], "isShared": is_shared, "version": version}
    return await browser.post("/admin/views/?flag=share", json=body)


def change(browser, view, **fields):
    return browser.post(f"/admin/views/?id={view['id']}", json={"version": 1} | fields)


async def names(browser, page=BOARD):
    listed = succeeded(await browser.get(f"/admin/views/?page={page}"))
    return [view["name"] for view in listed["views"]]


async def open_with(browser, view_id, page=BOARD):
    return await browser.post("/admin/views/?flag=default", json={"page": page, "id": view_id})


async def test_a_view_is_its_owners_until_it_is_shared(karthik, people, sign_in, run_sync):
    priya = await sign_in("Priya", "orders")
    view = succeeded(await save(karthik))
    assert (view["filters"], view["isMine"], view["isShared"], view["version"]) == (LATE, True, False, 1)
    assert (await names(karthik), await names(priya)) == (["Morning courier"], [])
    shared = succeeded(await share(karthik, view))
    assert (shared["isShared"], shared["version"]) == (True, 2)
    [seen] = succeeded(await priya.get(f"/admin/views/?page={BOARD}"))["views"]
    assert (seen["owner"], seen["isMine"], seen["mayChange"]) == (people.karthik.name, False, False)
    assert await names(priya, "order") == []
    events = [event for event in await run_sync(factories.events) if event["type"] == "desk.views_changed"]
    assert [(event["reach"], event["data"]) for event in events] == [
        ("admins", {"viewId": view["id"], "page": BOARD})
    ] * 2
    entry = succeeded(await karthik.get("/audit/"))[0]
    label = f"view {view['id']} of {BOARD}"  # the name may identify a shopper, whose deletion does not change the audit
    assert (entry["action"], entry["entity"], entry["label"]) == ("changed", "view", label)


async def test_the_audit_says_what_of_a_shared_view_changed(karthik):
    """It has neither the names nor the filters, which may identify a shopper."""
    view = succeeded(await share(karthik, succeeded(await save(karthik))))
    for version, changed in enumerate(({"name": "Noon"}, {"filters": "status=packed"}, {"name": "Noon"}), 2):
        succeeded(await change(karthik, view, version=version, **changed))
    filters, name, shared = (entry["changes"] for entry in succeeded(await karthik.get("/audit/")))
    assert filters == [{"field": "filters", "from": None, "to": None, "secret": True}]
    assert name == [{"field": "name", "from": None, "to": None, "secret": True}]
    assert shared[0]["field"] == "shared"


async def test_only_its_owner_or_an_owner_of_the_shop_changes_a_view(karthik, sign_in):
    priya, sunil = await sign_in("Priya", "orders"), await sign_in("Sunil", "orders")
    hers = succeeded(await save(priya))
    for browser in (sunil, karthik):
        failed(await change(browser, hers, name="Mine now"), 404)
        failed(await browser.delete(f"/admin/views/?id={hers['id']}"), 404)
    hers = succeeded(await share(priya, hers))
    refused = failed(await change(sunil, hers, name="Mine now", version=2), 403)
    assert "a colleague's" in refused["message"]
    failed(await share(sunil, hers, is_shared=False, version=2), 403)
    failed(await sunil.delete(f"/admin/views/?id={hers['id']}"), 403)
    renamed = succeeded(await change(karthik, hers, name="Late ones", version=2))
    assert (renamed["name"], renamed["filters"], renamed["owner"], renamed["isMine"]) == (
        "Late ones",
        LATE,
        "Priya",
        False,
    )
    succeeded(await karthik.delete(f"/admin/views/?id={hers['id']}"))
    assert await names(priya) == []


async def test_a_stale_change_is_refused_with_the_view_as_it_is(karthik):
    view = succeeded(await save(karthik))
    succeeded(await change(karthik, view, filters="status=packed"))
    for refusal in (await change(karthik, view, name="Other"), await share(karthik, view)):
        refused = failed(refusal, 409)
        assert (refused["data"]["filters"], refused["data"]["version"]) == ("status=packed", 2)
    assert await names(karthik) == ["Morning courier"]


async def test_a_name_is_unique_for_its_owner_and_list(karthik, sign_in):
    priya = await sign_in("Priya", "orders")
    succeeded(await save(karthik))
    refused = failed(await save(karthik, "MORNING courier", "status=packed"), 409, "name")
    assert refused["message"] == "There is a view Morning courier already."
    succeeded(await save(karthik, page="returns", filters="status=approved"))
    succeeded(await save(priya))
    other = succeeded(await save(karthik, "Other"))
    failed(await change(karthik, other, name="morning courier"), 409, "name")
    succeeded(await change(karthik, other, name="OTHER"))


async def test_views_of_a_list_are_limited(karthik, people, sign_in, database):
    insert = text(
        "INSERT INTO saved_view (page, name, filters, admin_id, is_shared, version, changed_at)"
        " SELECT :page, 'View ' || n, 'status=packed', :owner, :shared, 1, now() FROM generate_series(1, :many) AS n"
    )
    values = {"page": BOARD, "owner": people.karthik.id, "shared": True, "many": MAX_VIEWS - 1}
    await database.execute(insert, values)
    await database.commit()
    succeeded(await save(karthik, "Last"))
    assert "delete one first" in failed(await save(karthik, "One more"), 409)["message"]
    succeeded(await save(karthik, "One more", page="order"))
    assert len(await names(karthik)) == MAX_VIEWS
    priya = await sign_in("Priya", "orders")
    first, second = succeeded(await save(priya, "A")), succeeded(await save(priya, "B"))
    succeeded(await share(priya, first))
    assert "are shared" in failed(await share(priya, second), 409)["message"]


async def test_a_list_opens_with_a_view_that_one_sees(karthik, sign_in):
    priya = await sign_in("Priya", "orders")
    view = succeeded(await save(karthik))
    failed(await open_with(priya, view["id"]), 404)
    shared = succeeded(await share(karthik, view))
    failed(await open_with(priya, view["id"], page="order"), 404)
    assert succeeded(await open_with(priya, view["id"]))["defaultId"] == view["id"]
    assert succeeded(await karthik.get(f"/admin/views/?page={BOARD}"))["defaultId"] is None
    succeeded(await open_with(karthik, view["id"]))
    succeeded(await share(karthik, shared, is_shared=False, version=2))
    assert succeeded(await priya.get(f"/admin/views/?page={BOARD}"))["defaultId"] is None
    assert succeeded(await karthik.get(f"/admin/views/?page={BOARD}"))["defaultId"] == view["id"]
    assert succeeded(await open_with(karthik, None))["defaultId"] is None
    succeeded(await open_with(karthik, view["id"]))
    succeeded(await karthik.delete(f"/admin/views/?id={view['id']}"))
    assert succeeded(await karthik.get(f"/admin/views/?page={BOARD}"))["defaultId"] is None


async def test_views_are_for_those_who_see_the_list(sign_in):
    accountant, viewer = await sign_in("Farah", "finance"), await sign_in("Vera", "viewer")
    for answer in (
        await accountant.get("/admin/views/?page=product"),
        await save(accountant, page="product", filters="status=active"),
        await open_with(accountant, None, page="product"),
    ):
        failed(answer, 403)
    own = succeeded(await save(viewer))
    failed(await share(viewer, own), 403)


@pytest.mark.parametrize(
    "fields",
    [
        {"filters": ""},
        {"filters": "status"},
        {"filters": "status=packed#top"},
        {"filters": "status=<b>"},
        {"filters": f"status={'x' * 401}"},
        {"page": "operations", "filters": "a=b"},
        {"name": " "},
        {"name": "x" * 41},
    ],
)
async def test_what_is_no_view_is_refused(karthik, fields):
    failed(await save(karthik, **fields), 422, next(iter(fields)))
