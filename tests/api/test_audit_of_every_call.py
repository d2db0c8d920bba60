"""The audit names the admin of every call that changes something, whoever else is signed in in that browser."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from pyotp import TOTP
from sqlalchemy import text

from api.auth.operation import Access
from api.auth.policy_table import OPERATIONS
from shop.api_keys.model import ApiKey, Scope
from shop.clock import now, today
from shop.pan.encryption import encrypt
from shop.pan.model import OrderPan
from shop.returns.rules import request_return
from shop.reviews.model import Review
from shop.saved_views.model import SavedView
from shop.staff import second_factor
from shop.staff.model import StaffInvitation
from shop.staff.second_factor import SecondFactor
from tests.api.test_policy import METHODS, NEEDS_KEY, REQUESTS, Rows, create_rows
from tests.support import factories
from tests.support.http_client import succeeded
from tests.support.images import jpeg

UNSAFE = [operation for operation in OPERATIONS if operation.method != "GET"]
UNAUDITED = {
    *("sign_in", "sign_out", "admin_sign_in", "admin_sign_out"),
    *("request_code", "verify_code", "set_password", "confirm_email", "accept_invitation"),
    *("receive_webhook", "send_message", "subscribe", "confirm_subscription", "unsubscribe", "switch_off"),
}
"""Calls that everyone makes for themselves, an admin like a visitor. The audit does not name that admin."""
INVISIBLE = {
    *("upload_picture", "change_preferences", "preview_policy"),
    *("verify_again", "end_staff_sign_in", "end_other_staff_sign_ins", "save_view", "set_default_view"),
}
"""Calls that change nothing or only an admin's view of the portal, or store a file that no row refers to yet."""
SHOPPERS = {operation.name for operation in UNSAFE if operation.access is Access.CUSTOMER}
ELSEWHERE = {"renew_recovery_codes", "turn_second_factor_off"}
"""Calls that need a second factor; `test_second_factor.py` reads their entries."""
STAFFS = [name for name in (each.name for each in UNSAFE) if name not in UNAUDITED | SHOPPERS | INVISIBLE | ELSEWHERE]


@dataclass
class Shop:
    """The rows to change. Their customer is not the customer who is signed in beside the admin."""

    rows: Rows
    notice: int
    api_key: int
    colleague: int
    invitation: int
    code: str
    webhook: int
    view: int
    lonely: int
    category: int
    empty_category: int
    vendor: int
    idle_vendor: int
    chain: int
    chain_code: str
    image: int
    images: list[int]
    rate: int
    review: int
    letter: int
    image_product: int
    old_rate: int
    counted: int
    wanted_back: int
    dear: int
    without_pan: int
    imported: int = 0


def create_everything(session, people) -> Shop:
    rows = create_rows(session, people.ben, people.ring)
    lonely = factories.register_shopper(session, "Lonely")
    empty = factories.open_category(session, "Empty")
    bare = factories.stock_product(session, category=empty, pictures=2)
    idle = session.scalar(
        text(
            "INSERT INTO vendor (name, address1, address2, address3, address4, contact_numbers, status, created_by)"
            " VALUES ('Idle', '1', '2', '', '4', '5', 'active', 'admin') RETURNING id"
        )
    )
    unused = factories.open_category(session, "Unused")
    review = Review(product_id=people.ring.id, customer_id=people.ben.id, rating=4, text="Fine.", created_at=now())
    session.add(review)
    factories.record(session)
    rate_today = session.scalar(text("SELECT max(id) FROM gold_rate"))
    session.flush()
    item = factories.order(session, people.ben, [people.ring]).items[0]
    item.status, item.delivered_at = "delivered", now()
    wanted_back = request_return(
        item,
        0,
        customer_id=people.ben.id,
        quantity=1,
        reason="It does not fit",
        note="",
        days=30,
        name=people.ben.name,
        at=now(),
    )
    session.add(wanted_back)
    session.flush()
    dear, without_pan = (factories.order(session, people.ben, [people.ring], total_amount=300_000) for _ in range(2))
    session.flush()
    session.add(OrderPan(order_id=dear.id, encrypted=encrypt("ABCDE1234F", dear.id), given_at=now()))
    letter = session.scalar(
        text(
            "INSERT INTO delivery (event_id, consumer, queue, due_at, attempts, dead_at, last_error)"
            " SELECT max(id), 'push', 'fanout', now(), 9, now(), 'Boom' FROM domain_event RETURNING id"
        )
    )
    session.execute(text("INSERT INTO queue_pause VALUES ('push', now(), 'Someone')"))
    notice = session.scalar(
        text(
            "INSERT INTO payment_notice (problem, link_id, payment_id, at)"
            " VALUES ('unknown order', 'plink_1', 'pay_1', now()) RETURNING id"
        )
    )
    failed_refund = text(
        "WITH failed AS (UPDATE payment SET refund_pending = 5, refund_failed = 5 WHERE order_id = :id)"
        " INSERT INTO payment_refund VALUES ('rfnd_1', :id, 'pay_1', 5, 'failed', now(), now())"
    )
    session.execute(failed_refund, {"id": rows.paid})
    api_key, _ = ApiKey.make(
        "Till", [Scope.STOCK_WRITE], expires_at=None, created_by="Karthik", admin_id=people.karthik.id, at=now()
    )
    session.add(api_key)
    invitation = StaffInvitation(
        email="r@staff.example", roles=["viewer"], invited_by="Karthik", sent_at=now(), expires_at=now()
    )
    session.add(invitation)
    secret = second_factor.new_secret()
    session.add(SecondFactor(admin_id=people.karthik.id, sealed=second_factor.encrypt(secret, people.karthik.id)))
    code = TOTP(secret).at(now(), counter_offset=1)
    session.flush()
    return Shop(
        rows=rows,
        notice=notice,
        api_key=api_key.id,
        colleague=factories.hire_admin(session, "Priya", roles=["orders"]).id,
        invitation=invitation.id,
        code=code,
        webhook=factories.add_webhook(session).id,
        view=_shared_view(session, people.karthik.id),
        lonely=lonely.id,
        category=people.ring.category_id,
        empty_category=unused.id,
        vendor=people.ring.vendor_id,
        idle_vendor=idle,
        chain=people.chain.id,
        chain_code=people.chain.code,
        image=bare.images[0].id,
        images=[image.id for image in bare.images],
        rate=rate_today,
        old_rate=factories.set_gold_rate(session, date=dt.date(2026, 9, 1)).id,
        image_product=bare.id,
        counted=factories.stock_product(session, stock_quantity=3).id,
        wanted_back=wanted_back.id,
        dear=dear.id,
        without_pan=without_pan.id,
        review=review.id,
        letter=letter,
    )


def _shared_view(session, admin_id: int) -> int:
    view = SavedView(
        page="order",
        name="Late",
        filters="status=ordered",
        admin_id=admin_id,
        is_shared=True,
        version=2,
        changed_at=now(),
    )
    session.add(view)
    session.flush()
    return view.id


def product_of(shop: Shop) -> dict[str, str]:
    return {
        "code": "RG-900",
        "name": "Peacock Ring",
        "description": "A ring.",
        "weight": "8.125",
        "makingCharge": "2500",
        "wastageCharge": "900",
        "discount": "0",
        "status": "active",
        "stockAvailability": "yes",
        "purchaseRate": "60000",
        "purchaseGoldRate": "7000",
        "purchaseDate": "2026-10-01",
        "productType": "wedding",
        "vendorId": str(shop.vendor),
        "categoryId": str(shop.category),
    }


VENDOR = {"name": "V", "address1": "1", "address2": "2", "address4": "4", "contactNumbers": "5", "status": "active"}
PICTURE = {"imageUrl": ("a.jpg", jpeg(), "image/jpeg")}


def entered(customer_id: int) -> dict[str, Any]:
    return {
        "customerId": customer_id,
        "totalQuantity": 1,
        "totalAmount": 5,
        "orderedDate": "2026-11-20",
        "deliveryDate": "2026-11-27",
        "currentStatus": "phoned",
    }


def rate(day: str) -> dict[str, Any]:
    return {"r22kRate": 9001, "r24kRate": 9819, "date": day, "confirm": True}


def renamed(customer_id: int, password: str = "") -> dict[str, Any]:
    return {
        "name": "Renamed",
        "email": f"c{customer_id}@shop.example",
        "phone": "+91 98410 55001",
        "password": password,
    }


def sheet(shop: Shop) -> dict[str, Any]:
    return {"file": ("stock.csv", f"Code,Discount\n{shop.chain_code},7\n".encode(), "text/csv")}


Call = tuple[str, dict[str, Any]]
CALLS: dict[str, list[Callable[[Shop], Call]]] = {
    "retry_dead_letters": [lambda shop: ("/operations/dead/?flag=retry", {"json": {"ids": [shop.letter]}})],
    "discard_dead_letters": [lambda shop: ("/operations/dead/?flag=discard", {"json": {"ids": [shop.letter]}})],
    "pause_queue": [lambda _: ("/operations/queue/?flag=pause", {"json": {"queue": "mail"}})],
    "resume_queue": [lambda _: ("/operations/queue/?flag=resume", {"json": {"queue": "push"}})],
    "edit_customer": [
        lambda shop: (f"/customer/?id={shop.rows.customer}", {"json": renamed(shop.rows.customer)}),
        lambda shop: (f"/customer/?id={shop.lonely}", {"json": renamed(shop.lonely, "Another@2026")}),
    ],
    "delete_customer": [lambda shop: (f"/customer/?id={shop.lonely}", {})],
    "sign_up": [
        lambda _: (
            "/customer/",
            {"json": {"name": "N", "email": "n@shop.example", "phone": "+91 98410 55001", "password": "Secret@2026"}},
        ),
    ],
    "change_category": [lambda shop: (f"/category/?id={shop.category}", {"data": {"name": "Bands"}})],
    "add_category": [lambda _: ("/category/", {"data": {"code": "NEW", "name": "New"}, "files": PICTURE})],
    "delete_category": [lambda shop: (f"/category/?id={shop.empty_category}", {})],
    "change_vendor": [lambda shop: (f"/vendor/?id={shop.vendor}", {"json": {"name": "Other"}})],
    "add_vendor": [lambda _: ("/vendor/", {"json": VENDOR})],
    "delete_vendor": [lambda shop: (f"/vendor/?id={shop.idle_vendor}", {})],
    "change_many_products": [
        lambda shop: ("/product/?flag=bulk", {"json": {"changes": {"productType": "men"}, "ids": [shop.chain]}}),
    ],
    "change_product": [lambda shop: (f"/product/?id={shop.chain}", {"data": {"discount": "7"}})],
    "add_product": [lambda shop: ("/product/", {"data": product_of(shop), "files": PICTURE})],
    "delete_product": [lambda shop: (f"/product/?id={shop.chain}", {})],
    "correct_stock": [
        lambda shop: ("/stock/", {"json": {"productId": shop.counted, "quantity": 4, "reason": "Counted."}}),
    ],
    "check_product_import": [lambda shop: ("/product/import/", {"files": sheet(shop)})],
    "start_product_import": [lambda shop: (f"/product/import/?id={shop.imported}", {})],
    "order_product_images": [
        lambda shop: (
            "/productimage/?flag=order",
            {"json": {"productId": shop.image_product, "ids": shop.images[::-1]}},
        ),
    ],
    "change_product_image": [lambda shop: (f"/productimage/?id={shop.image}", {"data": {"type": "thumbnail"}})],
    "add_product_image": [
        lambda shop: ("/productimage/", {"data": {"productId": shop.chain, "type": "gallery"}, "files": PICTURE}),
    ],
    "delete_product_image": [lambda shop: (f"/productimage/?id={shop.image}", {})],
    "change_gold_rate": [lambda shop: (f"/goldrate/?id={shop.rate}", {"json": rate(str(today(now())))})],
    "add_gold_rate": [lambda _: ("/goldrate/", {"json": rate("2026-10-01")})],
    "delete_gold_rate": [lambda shop: (f"/goldrate/?id={shop.old_rate}", {})],
    "moderate_review": [
        lambda shop: (
            "/review/?flag=moderate",
            {"json": {"id": shop.review, "version": 1, "action": "hide", "reason": "It names a person."}},
        ),
    ],
    "delete_review": [lambda shop: (f"/review/?id={shop.review}", {})],
    "change_order_status": [
        lambda shop: ("/order/?flag=updateStatus", {"json": {"id": shop.rows.item, "status": "packed"}}),
        lambda shop: (
            "/order/?flag=updateStatus",
            {"json": {"items": [{"id": shop.rows.item, "status": "shipped"}]}},
        ),
    ],
    "undo_order_status": [
        lambda shop: ("/order/?flag=undoStatus", {"json": {"id": shop.rows.packed, "version": 2}}),
    ],
    "cancel_order": [lambda shop: ("/order/cancel/", {"json": {"orderId": shop.rows.order, "reason": "She rang"}})],
    "confirm_payment": [lambda shop: ("/payment/confirm/", {"json": {"orderId": shop.rows.claimed, "version": 2}})],
    "reject_payment": [
        lambda shop: ("/payment/reject/", {"json": {"orderId": shop.rows.claimed, "version": 2, "reason": "Lost"}}),
    ],
    "retry_refund": [
        lambda shop: ("/payment/refund/retry/", {"json": {"orderId": shop.rows.paid, "version": 3}}),
    ],
    "send_refund_by_hand": [
        lambda shop: (
            "/payment/refund/sent/",
            {"json": {"orderId": shop.rows.paid, "reference": "UTR 1", "version": 3}},
        ),
    ],
    "refund_payment": [
        lambda shop: ("/payment/refund/", {"json": {"orderId": shop.rows.paid, "amount": 5, "reason": "Returned"}}),
    ],
    "reveal_pan": [
        lambda shop: (
            "/order/pan/?flag=reveal",
            {"json": {"orderId": shop.dear, "password": factories.PASSWORD}},
        ),
    ],
    "mark_payment_notice_seen": [lambda shop: ("/payment/notices/", {"json": {"id": shop.notice}})],
    "add_pan": [lambda shop: ("/order/pan/", {"json": {"orderId": shop.without_pan, "pan": "ABCDE1234F"}})],
    "set_huids": [
        lambda shop: ("/order/huids/", {"json": {"itemId": shop.rows.item, "huids": ["AB12C7"], "version": 1}}),
    ],
    "set_shipment": [
        lambda shop: (
            "/order/shipment/",
            {
                "json": {
                    "itemId": shop.rows.packed,
                    "courier": "Speed Post",
                    "trackingNumber": "EK123456789IN",
                    "version": 1,
                }
            },
        )
    ],
    "add_customer_note": [
        lambda shop: ("/customer/notes/", {"json": {"customerId": shop.rows.customer, "text": "Rings on Fridays."}}),
    ],
    "add_order_note": [
        lambda shop: ("/order/notes/", {"json": {"orderId": shop.rows.order, "text": "Call before packing."}}),
    ],
    "assign_order": [
        lambda shop: (
            "/order/assignment/",
            {"json": {"orderId": shop.rows.order, "adminId": shop.colleague, "version": 0}},
        ),
    ],
    "edit_order": [lambda shop: (f"/order/?id={shop.rows.order}", {"json": {"currentStatus": "held"}})],
    "delete_order": [lambda shop: (f"/order/?id={shop.rows.lineless}", {})],
    "place_order": [
        lambda shop: ("/order/", {"json": shop.rows.placing}),
        lambda shop: ("/order/", {"json": entered(shop.rows.customer)}),
    ],
    "add_webhook": [lambda _: ("/admin/webhooks/", {"json": {"name": "ERP", "url": "https://erp.invalid/hook"}})],
    "prepare_customer_data": [
        lambda shop: ("/customer/data/?flag=forCustomer", {"json": {"customerId": shop.rows.customer}}),
    ],
    "delete_customer_account": [
        lambda shop: ("/customer/delete/?flag=forCustomer", {"json": {"customerId": shop.lonely}}),
    ],
    "change_view": [lambda shop: (f"/admin/views/?id={shop.view}", {"json": {"name": "Late ones", "version": 2}})],
    "share_view": [
        lambda shop: ("/admin/views/?flag=share", {"json": {"id": shop.view, "isShared": False, "version": 2}}),
    ],
    "delete_view": [lambda shop: (f"/admin/views/?id={shop.view}", {})],
    "change_webhook": [lambda shop: (f"/admin/webhooks/?id={shop.webhook}", {"json": {"isOn": False}})],
    "change_webhook_secret": [lambda shop: (f"/admin/webhooks/secret/?id={shop.webhook}", {})],
    "send_test_event": [lambda shop: (f"/admin/webhooks/test/?id={shop.webhook}", {})],
    "retry_webhook": [lambda shop: (f"/admin/webhooks/retry/?id={shop.webhook}", {"json": {}})],
    "replay_webhook": [
        lambda shop: (f"/admin/webhooks/replay/?id={shop.webhook}", {"json": {"since": "2026-01-01"}}),
    ],
    "remove_webhook": [lambda shop: (f"/admin/webhooks/?id={shop.webhook}", {})],
    "add_api_key": [lambda _: ("/admin/keys/", {"json": {"name": "Till", "scopes": ["stock:write"]}})],
    "revoke_api_key": [lambda shop: (f"/admin/keys/?id={shop.api_key}", {})],
    "change_staff": [lambda shop: (f"/admin/staff/?id={shop.colleague}", {"json": {"disabled": True}})],
    "require_second_factor": [lambda _: ("/admin/staff/?flag=secondFactor", {"json": {"isRequired": False}})],
    "begin_second_factor": [lambda _: ("/admin/secondFactor/?flag=begin", {})],
    "confirm_second_factor": [lambda shop: ("/admin/secondFactor/?flag=confirm", {"json": {"code": shop.code}})],
    "invite_staff": [
        lambda _: ("/admin/staff/invitation/", {"json": {"email": "new@staff.example", "roles": ["orders"]}})
    ],
    "send_invitation_again": [lambda shop: (f"/admin/staff/invitation/?id={shop.invitation}", {})],
    "withdraw_invitation": [lambda shop: (f"/admin/staff/invitation/?id={shop.invitation}", {})],
    "save_policy": [lambda _: ("/policy/", {"json": {"page": "care", "text": "Keep it dry.", "version": 0}})],
    "change_return": [lambda shop: (f"/return/?id={shop.wanted_back}", {"json": {"action": "approve", "version": 1}})],
}
"""For each audited call, requests that change something of another customer or of the shop."""


@pytest.fixture
async def shop(database, people, karthik) -> Shop:
    made = await database.run_sync(create_everything, people)
    await database.commit()
    made.imported = succeeded(await karthik.post("/product/import/", files=sheet(made)))["id"]
    await database.execute(text("SET LOCAL session_replication_role = replica"))
    await database.execute(text("DELETE FROM audit_entry"))
    await database.execute(text("SET LOCAL session_replication_role = DEFAULT"))
    await database.commit()
    return made


def test_every_call_that_changes_something_is_covered_here():
    assert {*CALLS} == {*STAFFS}, "add requests of the operation to CALLS in this file"
    assert {operation.name for operation in UNSAFE if operation.access is Access.ANYONE} >= UNAUDITED


@pytest.mark.parametrize("beside", ["alone", "beside a shopper", "beside a shopper, from the shop's page"])
async def test_the_audit_names_the_admin(browsers, people, shop, undone, subtests, beside):
    persons = (people.karthik,) if beside == "alone" else (people.asha, people.karthik)
    headers = {"X-Acting-As": "customer"} if "page" in beside else {}
    async with await browsers.of(*persons) as browser:
        known = succeeded(await browser.get("/audit/"))
        for name, number, call in [(name, *each) for name, calls in CALLS.items() for each in enumerate(calls)]:
            with subtests.test(name, number=number):
                async with undone():
                    path, options = call(shop)
                    key = {"Idempotency-Key": "a refund"} if name in NEEDS_KEY else {}
                    succeeded(await browser.request(METHODS[name], path, headers=headers | key, **options))
                    entries = succeeded(await browser.get(f"/audit/?adminId={people.karthik.id}"))
                    everyones = succeeded(await browser.get("/audit/"))
                new = [entry for entry in entries if entry not in known]
                assert new
                assert new == [entry for entry in everyones if entry not in known]
                assert {entry["actor"] for entry in new} == {people.karthik.name}


async def audited(browsers, people, path: str, body: dict[str, Any], **headers: str) -> list[str]:
    """Make a call in a browser that is signed in as both, and return the actors in the audit."""
    async with await browsers.of(people.asha, people.karthik) as browser:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        assert (await browser.post(path, json=body, headers=named)).status_code == 200
        return [entry["actor"] for entry in succeeded(await browser.get("/audit/"))]


async def test_calls_for_customers_only_are_never_audited(browsers, people, database, undone, subtests):
    rows = await database.run_sync(create_rows, people.asha, people.ring)
    await database.commit()
    for name in sorted(SHOPPERS & REQUESTS.keys()):
        with subtests.test(name):
            path, body = REQUESTS[name](rows)
            async with undone(), await browsers.of(people.asha, people.karthik) as browser:
                headers = {"X-Acting-As": "admin"}
                assert (await browser.request(METHODS[name], path, json=body, headers=headers)).status_code == 200
                assert succeeded(await browser.get("/audit/")) == []


RECORDED_ELSEWHERE = {
    *("change_order_status", "undo_order_status", "cancel_order"),
    *("confirm_payment", "reject_payment", "refund_payment", "retry_refund", "send_refund_by_hand"),
}
"""Their entries come from the histories of statuses and payments."""


def test_no_call_for_customers_only_or_for_anyone_is_audited():
    assert [
        operation.name for operation in UNSAFE if operation.is_audited and operation.name not in INVISIBLE | ELSEWHERE
    ] == [name for name in STAFFS if name not in RECORDED_ELSEWHERE]


@pytest.mark.parametrize(("page", "count"), [("", 0), ("customer", 0), ("nobody", 0), ("admin", 1)])
async def test_an_edit_of_ones_own_account_is_audited_only_from_the_portal(browsers, people, page, count):
    own = renamed(people.asha.id)
    path = f"/customer/?id={people.asha.id}"
    assert await audited(browsers, people, path, own, X_Acting_As=page) == [people.karthik.name] * count


@pytest.mark.parametrize(("page", "count"), [("", 0), ("customer", 0), ("admin", 1)])
async def test_an_order_for_oneself_is_audited_only_from_the_portal(browsers, people, database, page, count):
    rows = await database.run_sync(create_rows, people.asha, people.ring)
    await database.commit()
    assert await audited(browsers, people, "/order/", rows.placing, X_Acting_As=page) == [people.karthik.name] * count


async def test_an_order_that_an_admin_enters_for_themselves_is_audited(browsers, people):
    body = entered(people.asha.id)
    assert await audited(browsers, people, "/order/", body) == [people.karthik.name]


async def test_a_sign_up_beside_an_admin_is_not_audited(browsers, people):
    person = {
        "name": "N",
        "email": "n@shop.example",
        "phone": "+91 98410 55001",
        "password": "Secret@2026",
        "flag": "signUp",
    }
    assert await audited(browsers, people, "/customer/", person) == []


async def test_the_deletion_of_ones_own_review_is_not_audited(browsers, people, database):
    review = Review(product_id=people.ring.id, customer_id=people.asha.id, rating=4, text="Fine.", created_at=now())
    await database.run_sync(lambda session: (session.add(review), session.flush()))
    await database.commit()
    async with await browsers.of(people.asha, people.karthik) as browser:
        succeeded(await browser.delete(f"/review/?id={review.id}"))
        assert succeeded(await browser.get("/audit/")) == []
