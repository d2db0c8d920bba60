"""Members of staff: invitations, roles, and who may sign in. The last owner cannot be removed."""

import asyncio
import datetime as dt

import pytest
from sqlalchemy import select, text, update

from api.auth.policy_table import OPERATIONS
from shop.clock import now
from shop.staff.model import Admin, StaffInvitation
from tests.support import factories
from tests.support.database import waits_for
from tests.support.http_client import failed, succeeded

MEENA = {"name": "Meena Iyer", "password": "Another@2026"}


async def invite(browser, email: str = "meena@staff.example", roles: tuple[str, ...] = ("orders",)) -> int:
    return succeeded(await browser.post("/admin/staff/invitation/", json={"email": email, "roles": list(roles)}))["id"]


@pytest.fixture
def link(run_sync):
    """Return a function that returns the token of an invitation link, as the mail contains it."""

    async def token(invitation_id: int) -> str:
        return await run_sync(lambda session: session.get_one(StaffInvitation, invitation_id).token())

    return token


async def staff(browser) -> dict[str, dict]:
    return {member["email"]: member for member in succeeded(await browser.get("/admin/staff/"))["members"]}


async def test_the_invited_person_sets_name_and_password_and_has_the_roles(karthik, visitor, link, run_sync):
    token = await link(await invite(karthik, roles=("viewer", "finance")))
    shown = succeeded(await visitor.get("/admin/invitation/", params={"token": token}))
    assert shown == {"email": "meena@staff.example", "roles": ["finance", "viewer"], "invitedBy": "Karthik Rao"}
    succeeded(await visitor.post("/admin/invitation/", json={"token": token} | MEENA))
    credentials = {"email": "meena@staff.example", "password": MEENA["password"]}
    me = succeeded(await visitor.post("/admin/login/", json=credentials))
    assert (me["name"], me["roles"]) == ("Meena Iyer", ["finance", "viewer"])
    member = (await staff(karthik))["meena@staff.example"]
    assert member["lastSeenAt"] is not None
    assert succeeded(await karthik.get("/admin/staff/"))["invitations"] == []
    assert [event["type"] for event in await run_sync(factories.events)] == [
        "staff.invited",
        "staff.changed",
        "desk.assignees_changed",
    ]


async def test_the_audit_says_who_was_invited_and_who_joined(karthik, visitor, link, people):
    """The number of an entry is the id of a member of staff, so entries about invitations have none."""
    first = await invite(karthik, "first@staff.example", ("viewer",))
    succeeded(await karthik.delete(f"/admin/staff/invitation/?id={first}"))
    invitation = await invite(karthik)
    succeeded(await karthik.post(f"/admin/staff/invitation/?id={invitation}"))
    succeeded(await visitor.post("/admin/invitation/", json={"token": await link(invitation)} | MEENA))
    succeeded(await karthik.post("/admin/staff/?flag=secondFactor", json={"isRequired": False}))
    joined = (await staff(karthik))["meena@staff.example"]["id"]
    entries = succeeded(await karthik.get("/audit/?entity=staff"))
    told = [
        (
            *(entry[name] for name in ("actor", "action", "entityId", "label")),
            {each["field"]: each["secret"] or (each["from"], each["to"]) for each in entry["changes"]},
        )
        for entry in reversed(entries)
    ]
    owner, email = people.karthik.name, "meena@staff.example"
    made = {"name": (None, "Meena Iyer"), "email": (None, email), "roles": (None, ["orders"]), "password_hash": True}
    assert told == [
        (owner, "added", None, "invitation of first@staff.example", {"roles": (None, ["viewer"])}),
        (owner, "deleted", None, "invitation of first@staff.example", {"roles": (["viewer"], None)}),
        (owner, "added", None, f"invitation of {email}", {"roles": (None, ["orders"])}),
        (owner, "changed", None, f"invitation of {email}, sent again", {}),
        ("Meena Iyer", "added", joined, "Meena Iyer", made),
        (owner, "changed", None, "second factor for all", {"required from": (None, None)}),
    ]


async def test_a_link_works_once(karthik, visitor, link):
    token = await link(await invite(karthik))
    succeeded(await visitor.post("/admin/invitation/", json={"token": token} | MEENA))
    failed(await visitor.post("/admin/invitation/", json={"token": token} | MEENA), 404, "token")
    failed(await visitor.get("/admin/invitation/", params={"token": token}), 404, "token")


async def test_a_link_ends_after_72_hours_and_at_the_next_one(karthik, visitor, link, database):
    invitation = await invite(karthik)
    first = await link(invitation)
    succeeded(await karthik.post(f"/admin/staff/invitation/?id={invitation}"))
    failed(await visitor.get("/admin/invitation/", params={"token": first}), 404, "token")
    late = now() - dt.timedelta(seconds=1)
    await database.execute(update(StaffInvitation).values(expires_at=late))
    await database.commit()
    failed(await visitor.get("/admin/invitation/", params={"token": await link(invitation)}), 404, "token")
    assert succeeded(await karthik.get("/admin/staff/"))["invitations"][0]["isExpired"]


async def test_a_link_is_good_for_72_hours(karthik):
    await invite(karthik)
    [invitation] = succeeded(await karthik.get("/admin/staff/"))["invitations"]
    sent, expires = (dt.datetime.fromisoformat(invitation[name]) for name in ("sentAt", "expiresAt"))
    assert expires - sent == dt.timedelta(hours=72)


async def test_an_invitation_that_was_taken_back_is_worth_nothing(karthik, visitor, link):
    invitation = await invite(karthik)
    token = await link(invitation)
    succeeded(await karthik.delete(f"/admin/staff/invitation/?id={invitation}"))
    failed(await visitor.post("/admin/invitation/", json={"token": token} | MEENA), 404, "token")


async def test_the_link_of_one_invitation_is_not_that_of_another(karthik, visitor, link):
    orders, owner = await invite(karthik), await invite(karthik, "o@staff.example", ("owner",))
    token = (await link(orders)).replace(f"{orders}.", f"{owner}.", 1)
    failed(await visitor.get("/admin/invitation/", params={"token": token}), 404, "token")


async def test_an_address_is_invited_once_and_not_if_it_is_of_the_staff(karthik, people):
    await invite(karthik)
    again = {"email": "MEENA@staff.example", "roles": ["orders"]}
    failed(await karthik.post("/admin/staff/invitation/", json=again), 409, "email")
    taken = {"email": people.karthik.email, "roles": ["orders"]}
    failed(await karthik.post("/admin/staff/invitation/", json=taken), 409, "email")
    await invite(karthik, "meena@b\u00fccher.example")
    spelled = again | {"email": "meena@xn--bcher-kva.example"}
    failed(await karthik.post("/admin/staff/invitation/", json=spelled), 409, "email")


async def test_who_is_disabled_is_signed_out_and_cannot_sign_in(karthik, browsers, database):
    priya = await database.run_sync(factories.hire_admin, "Priya", "priya@staff.example", ["orders"])
    async with await browsers.of(priya) as hers:
        succeeded(await karthik.post(f"/admin/staff/?id={priya.id}", json={"disabled": True}))
        failed(await hers.get("/admin/me/"), 401)
        credentials = {"email": "priya@staff.example", "password": factories.PASSWORD}
        failed(await hers.post("/admin/login/", json=credentials), 401)
        assert (await staff(karthik))["priya@staff.example"]["disabledBy"] == "Karthik Rao"
        succeeded(await karthik.post(f"/admin/staff/?id={priya.id}", json={"disabled": False}))
        succeeded(await hers.post("/admin/login/", json=credentials))


async def test_other_roles_count_at_the_next_call(karthik, browsers, database):
    priya = await database.run_sync(factories.hire_admin, "Priya", "priya@staff.example", ["orders"])
    async with await browsers.of(priya) as hers:
        succeeded(await hers.get("/order/?flag=allOrders"))
        changed = await karthik.post(f"/admin/staff/?id={priya.id}", json={"roles": ["operator"]})
        assert succeeded(changed)["roles"] == ["operator"]
        failed(await hers.get("/order/?flag=allOrders"), 403)
        succeeded(await hers.get("/operations/dead/"))


async def test_roles_that_someone_changed_meanwhile_are_not_changed_back(karthik, database):
    priya = await database.run_sync(factories.hire_admin, "Priya", "priya@staff.example", ["orders"])
    path = f"/admin/staff/?id={priya.id}"
    succeeded(await karthik.post(path, json={"roles": ["finance", "orders"], "seenRoles": ["orders"]}))
    late = {"roles": ["orders", "viewer"], "seenRoles": ["orders"]}
    assert "to orders, finance." in failed(await karthik.post(path, json=late), 409)["message"]
    assert (await staff(karthik))["priya@staff.example"]["roles"] == ["orders", "finance"]
    again = late | {"seenRoles": ["finance", "orders"]}
    assert succeeded(await karthik.post(path, json=again))["roles"] == ["orders", "viewer"]
    succeeded(await karthik.post(path, json=late))  # they already have these roles


READ_AND_CHANGED_BY = {
    "Orders, returns, customers": ("list_all_orders list_returns list_customers", "edit_order edit_customer"),
    "Confirm and reject claims": ("confirm_payment", "confirm_payment reject_payment"),
    "Refunds": ("refund_payment", "refund_payment retry_refund"),
    "Payment notices": ("list_payment_notices", "mark_payment_notice_seen"),
    "Products, categories, vendors, rates, reviews": ("list_stocked_products list_vendors", "add_product add_vendor"),
    "Reports": ("show_report", "export_report"),
    "Invoices": ("list_invoices download_invoice", ""),
    "Operations, dead letters, webhooks": ("show_operations list_webhooks", "pause_queue add_webhook"),
    "Keys": ("list_api_keys", "add_api_key revoke_api_key"),
    "Staff, audit, policies": ("list_staff list_audit list_policy_versions", "invite_staff save_policy"),
}
"""For each row of the table of roles, calls that read it, and calls that change it."""


async def test_the_table_of_roles_says_what_the_policy_allows(karthik):
    allowed = {operation.name: sorted(operation.staff) for operation in OPERATIONS}
    access = succeeded(await karthik.get("/admin/staff/"))["access"]
    assert {row["about"] for row in access} == READ_AND_CHANGED_BY.keys()
    for row in access:
        reading, changing = (names.split() for names in READ_AND_CHANGED_BY[row["about"]])
        assert [allowed[name] for name in reading] == [row["readers"]] * len(reading)
        assert [allowed[name] for name in changing] == [row["writers"]] * len(changing)
        assert changing or not row["writers"]


@pytest.mark.parametrize("change", [{"disabled": True}, {"roles": ["orders"]}])
async def test_the_last_owner_stays(karthik, people, database, change):
    disabled = await database.run_sync(factories.hire_admin, "Former owner")
    disabled.disabled_at = now()
    await database.commit()
    failed(await karthik.post(f"/admin/staff/?id={people.karthik.id}", json=change), 409)
    me = (await staff(karthik))[people.karthik.email]
    assert (me["roles"], me["disabledAt"]) == (["owner"], None)


@pytest.mark.parametrize("change", [{"disabled": True}, {"roles": ["orders"]}])
async def test_two_owners_cannot_take_each_other_away_at_once(open_shop, change):
    people, browsers = open_shop
    maya = await browsers.database.run_sync(factories.hire_admin, "Maya", "maya@staff.example")
    await browsers.database.commit()
    async with await browsers.of(people.karthik) as his, await browsers.of(maya) as hers:
        answers = await asyncio.gather(
            his.post(f"/admin/staff/?id={maya.id}", json=change),
            hers.post(f"/admin/staff/?id={people.karthik.id}", json=change),
        )
    assert min(answer.status_code for answer in answers) == 200
    assert {answer.status_code for answer in answers} <= {200, 401, 403, 409}
    owners = select(Admin).where(Admin.disabled_at.is_(None), text("'owner' = ANY(roles)"))
    assert len((await browsers.database.scalars(owners)).all()) == 1


@pytest.mark.parametrize("body", [{"roles": []}, {"roles": ["root"]}, {"roles": None}, {"disabled": "yes?"}])
async def test_junk_changes_nobody(karthik, people, body):
    assert (await karthik.post(f"/admin/staff/?id={people.karthik.id}", json=body)).status_code == 422


@pytest.mark.parametrize("change", [{"password_hash": "another"}, {"disabled_at": now()}])
async def test_a_sign_in_that_is_under_way_ends_with_the_password_or_the_right_to_sign_in(
    committing_api, open_shop, change
):
    people, browsers = open_shop
    async with browsers.visitor() as browser, committing_api.state.sessions() as session:
        await session.execute(update(Admin).where(Admin.id == people.karthik.id).values(change))
        credentials = {"email": people.karthik.email, "password": factories.PASSWORD}
        signing_in = asyncio.create_task(browser.post("/admin/login/", json=credentials))
        await waits_for(session, signing_in)
        await session.commit()
        failed(await signing_in, 401)
        failed(await browser.get("/admin/me/"), 401)
