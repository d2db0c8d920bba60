"""Every role calls every operation for its own row, another customer's row and a missing row."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

import pytest
from fastapi.routing import APIRoute, iter_route_contexts

from api.auth.operation import Access, Operation
from api.auth.policy_table import OPERATIONS
from shop.carts.model import CartItem
from shop.clock import now
from shop.customers.model import confirmation_token
from shop.notifications.model import Subject, unsubscribe_token
from shop.orders.model import StatusChange
from shop.staff.roles import OWNERS, StaffRole
from shop.tracking.model import token as tracking_token
from shop.wishlists.model import WishlistEntry
from tests.support import factories
from tests.support.http_client import failed

METHODS = {operation.name: operation.method for operation in OPERATIONS}
NOWHERE = 2_000_000_000
READ_BY_ADMINS = {
    "show_cart",
    "list_addresses",
    "show_wishlist",
    "list_orders_of_customer",
    *(f"list_customer_{part}" for part in ("orders", "money", "mails", "events", "notes")),
}
"""Lists, which are empty for a missing customer."""


@dataclass
class Rows:
    """Each field has the id of one customer's row, or an unused id."""

    customer: int
    email: str
    address: int
    cart_item: int
    wishlist_entry: int
    order: int
    item: int
    packed: int
    lineless: int
    product: int
    unpaid: int
    claimed: int
    paid: int

    @property
    def placing(self) -> dict[str, Any]:
        line = {"productId": self.product, "productQuantity": 1, "totalAmount": 91500, "status": "ordered"}
        return {"customerId": self.customer, "totalQuantity": 1, "totalAmount": 91500, "items": [line]}

    @property
    def address_fields(self) -> dict[str, Any]:
        place = {"country": "India", "state": "Kerala", "city": "Kochi", "zipCode": "682001"}
        return {"name": "x", "address": "x", "customerId": self.customer, **place}


def _switch_off(rows: Rows) -> str:
    return f"subject=orders&token={unsubscribe_token(rows.customer, Subject.ORDERS)}"


Request = tuple[str, dict[str, Any] | None]
REQUESTS: dict[str, Callable[[Rows], Request]] = {
    "health": lambda _: ("/health/", None),
    "sign_up": lambda _: (
        "/customer/",
        {"name": "New", "email": "new@shop.example", "phone": "9841055001", "password": factories.PASSWORD},
    ),
    "sign_in": lambda rows: ("/customer/login/", {"email": rows.email, "password": factories.PASSWORD}),
    "sign_out": lambda _: ("/customer/logout/", None),
    "who_am_i": lambda _: ("/customer/me/", None),
    "show_email_confirmation": lambda _: ("/customer/confirmEmail/", None),
    "send_email_confirmation": lambda _: ("/customer/confirmEmail/?flag=send", None),
    "keep_email": lambda _: ("/customer/confirmEmail/?flag=keep", None),
    "confirm_email": lambda rows: (
        "/customer/confirmEmail/",
        {"token": confirmation_token(rows.customer, rows.email, at=now())},
    ),
    "show_personal_data": lambda _: ("/customer/data/", None),
    "prepare_personal_data": lambda _: ("/customer/data/", {}),
    "delete_account": lambda _: ("/customer/delete/", {"currentPassword": factories.PASSWORD}),
    "admin_sign_in": lambda _: ("/admin/login/", {"email": "root@shop.example", "password": factories.PASSWORD}),
    "admin_sign_out": lambda _: ("/admin/logout/", None),
    "admin_who_am_i": lambda _: ("/admin/me/", None),
    "show_preferences": lambda _: ("/admin/preferences/", None),
    "change_preferences": lambda _: ("/admin/preferences/", {"dashboard": {"minimised": [], "removed": ["newest"]}}),
    "list_categories": lambda _: ("/category/", None),
    "list_gold_rates": lambda _: ("/goldrate/", None),
    "show_product": lambda rows: (f"/product/customer/?id={rows.product}", None),
    "list_products": lambda _: ("/product/customer/", None),
    "show_cart": lambda rows: (f"/cart/?custId={rows.customer}", None),
    "change_cart_item": lambda rows: (
        f"/cart/?id={rows.cart_item}",
        {"customerId": rows.customer, "productId": rows.product, "quantity": 3},
    ),
    "add_to_cart": lambda rows: ("/cart/", {"customerId": rows.customer, "productId": rows.product, "quantity": 1}),
    "remove_cart_item": lambda rows: (f"/cart/?id={rows.cart_item}", None),
    "list_addresses": lambda rows: (f"/address/?customerId={rows.customer}", None),
    "save_address": lambda rows: ("/address/", rows.address_fields),
    "change_address": lambda rows: (f"/address/?id={rows.address}", rows.address_fields),
    "remove_address": lambda rows: (f"/address/?id={rows.address}", None),
    "show_wishlist": lambda rows: (f"/wishlist/?customerId={rows.customer}", None),
    "add_to_wishlist": lambda rows: ("/wishlist/", {"customerId": rows.customer, "productId": rows.product}),
    "remove_from_wishlist": lambda rows: (f"/wishlist/?id={rows.wishlist_entry}", None),
    "list_all_orders": lambda _: ("/order/?flag=allOrders", None),
    "show_order": lambda rows: (f"/order/?id={rows.order}", None),
    "list_orders_of_customer": lambda rows: (f"/order/?customerId={rows.customer}", None),
    "change_order_status": lambda rows: ("/order/?flag=updateStatus", {"id": rows.item, "status": "packed"}),
    "undo_order_status": lambda rows: ("/order/?flag=undoStatus", {"id": rows.packed, "version": 2}),
    "cancel_order": lambda rows: ("/order/cancel/", {"orderId": rows.order, "reason": "By mistake"}),
    "set_huids": lambda rows: (
        "/order/huids/",
        {"itemId": rows.item, "huids": [f"{rows.item % 10**6:06}"], "version": 1},
    ),
    "set_shipment": lambda rows: (
        "/order/shipment/",
        {"itemId": rows.packed, "courier": "Speed Post", "trackingNumber": "EK123456789IN", "version": 1},
    ),
    "show_customer": lambda rows: (f"/customer/?id={rows.customer}", None),
    "list_customer_orders": lambda rows: (f"/customer/orders/?customerId={rows.customer}", None),
    "list_customer_money": lambda rows: (f"/customer/money/?customerId={rows.customer}", None),
    "list_customer_mails": lambda rows: (f"/customer/mails/?customerId={rows.customer}", None),
    "list_customer_events": lambda rows: (f"/customer/events/?customerId={rows.customer}", None),
    "list_customer_notes": lambda rows: (f"/customer/notes/?customerId={rows.customer}", None),
    "add_customer_note": lambda rows: ("/customer/notes/", {"customerId": rows.customer, "text": "Rings on Fridays."}),
    "show_order_history": lambda rows: (f"/order/history/?orderId={rows.order}", None),
    "list_order_notes": lambda rows: (f"/order/notes/?orderId={rows.order}", None),
    "add_order_note": lambda rows: ("/order/notes/", {"orderId": rows.order, "text": "Call before packing."}),
    "list_assignees": lambda _: ("/order/assignment/", None),
    "assign_order": lambda rows: ("/order/assignment/", {"orderId": rows.order, "adminId": None, "version": 0}),
    "edit_order": lambda rows: (f"/order/?id={rows.order}", {"currentStatus": "held"}),
    "delete_order": lambda rows: (f"/order/?id={rows.lineless}", None),
    "place_order": lambda rows: ("/order/", rows.placing),
    "show_pan": lambda rows: (f"/order/pan/?orderId={rows.order}", None),
    "hold_price": lambda rows: ("/hold/", {"items": [{"productId": rows.product, "quantity": 1}]}),
    "list_invoices": lambda rows: (f"/invoice/?orderId={rows.order}", None),
    "list_returns": lambda _: ("/return/", None),
    "show_notifications": lambda _: ("/notification/", None),
    "choose_mails": lambda _: ("/notification/", {"subject": "orders", "isWanted": False}),
    "show_device": lambda _: ("/notification/device/?flag=show", {"endpoint": "https://push.example/1"}),
    "set_device": lambda _: (
        "/notification/device/",
        {
            "endpoint": "https://push.example/1",
            "keys": {"p256dh": f"B{'A' * 86}", "auth": "A" * 22},
            "subjects": [],
        },
    ),
    "open_switch_off": lambda rows: (f"/notification/unsubscribe/?{_switch_off(rows)}", None),
    "switch_off": lambda rows: (f"/notification/unsubscribe/?{_switch_off(rows)}", {}),
    "track_order": lambda rows: (f"/track/?token={tracking_token(rows.order, 1)}", None),
    "show_tracking_link": lambda rows: (f"/order/tracking/?orderId={rows.order}", None),
    "change_tracking_link": lambda rows: ("/order/tracking/", {"orderId": rows.order, "isShared": False}),
    "estimate_delivery": lambda _: ("/delivery/?pincode=600020", None),
    "show_shop": lambda _: ("/shop/", None),
    "show_payment_code": lambda rows: (f"/payment/code/?orderId={rows.unpaid}", None),
    "list_payment_entries": lambda rows: (f"/payment/?orderId={rows.paid}", None),
    "claim_payment": lambda rows: ("/payment/claim/", {"orderId": rows.unpaid, "reference": "123456789012"}),
    "change_payment_method": lambda rows: (
        "/payment/method/",
        {"orderId": rows.unpaid, "paymentMethod": "bank", "version": 1},
    ),
    "confirm_payment": lambda rows: ("/payment/confirm/", {"orderId": rows.claimed, "version": 2}),
    "reject_payment": lambda rows: (
        "/payment/reject/",
        {"orderId": rows.claimed, "version": 2, "reason": "Not on the statement"},
    ),
    "refund_payment": lambda rows: ("/payment/refund/", {"orderId": rows.paid, "amount": 100, "reason": "Returned"}),
}
"""A valid request for each operation on some rows. The tests below fail for an operation without one."""


def with_id(path: str) -> Callable[[Rows], Request]:
    return lambda rows: (f"{path}?id={rows.item}", {})


def plain(path: str) -> Callable[[Rows], Request]:
    return lambda _: (path, {})


NEEDS_KEY = {"refund_payment", "send_refund_by_hand"}
"""The operations that require an idempotency key."""

REFUSED: dict[str, Callable[[Rows], Request]] = {
    "download_invoice": plain("/invoice/pdf/?number=SW/26-27/000001"),
    "start_payment": lambda rows: ("/payment/start/", {"orderId": rows.unpaid}),
    "list_payment_notices": plain("/payment/notices/"),
    "mark_payment_notice_seen": plain("/payment/notices/"),
    "retry_refund": plain("/payment/refund/retry/"),
    "send_refund_by_hand": plain("/payment/refund/sent/"),
    "request_return": plain("/return/"),
    "reveal_pan": plain("/order/pan/?flag=reveal"),
    "add_pan": plain("/order/pan/"),
    "change_return": with_id("/return/"),
    "show_operations": plain("/operations/"),
    "list_dead_letters": plain("/operations/dead/"),
    "retry_dead_letters": plain("/operations/dead/?flag=retry"),
    "discard_dead_letters": plain("/operations/dead/?flag=discard"),
    "pause_queue": plain("/operations/queue/?flag=pause"),
    "resume_queue": plain("/operations/queue/?flag=resume"),
    "list_waiting_deliveries": plain("/operations/waiting/"),
    "show_delivery": plain("/operations/delivery/"),
    "list_policy_versions": plain("/policy/?flag=versions"),
    "preview_policy": plain("/policy/?flag=preview"),
    "save_policy": plain("/policy/"),
    "list_webhooks": plain("/admin/webhooks/"),
    "list_webhook_deliveries": plain("/admin/webhooks/deliveries/?endpointId=1"),
    "add_webhook": plain("/admin/webhooks/"),
    "change_webhook": with_id("/admin/webhooks/"),
    "remove_webhook": with_id("/admin/webhooks/"),
    **{f"{verb}_webhook": with_id(f"/admin/webhooks/{verb}/") for verb in ("retry", "replay")},
    "send_test_event": with_id("/admin/webhooks/test/"),
    "change_webhook_secret": with_id("/admin/webhooks/secret/"),
    "read_events": plain("/events/"),
    "list_api_keys": plain("/admin/keys/"),
    "add_api_key": plain("/admin/keys/"),
    "revoke_api_key": with_id("/admin/keys/"),
    "list_audit": plain("/audit/"),
    "export_audit": plain("/audit/?flag=csv"),
    "list_customers": plain("/customer/"),
    "edit_customer": lambda rows: (f"/customer/?id={rows.customer}", {}),
    "delete_customer": lambda rows: (f"/customer/?id={rows.customer}", {}),
    "list_vendors": plain("/vendor/"),
    "list_stocked_products": plain("/product/"),
    "list_carts": plain("/cart/?flag=allCarts"),
    "list_pieces_to_pack": plain("/order/packing/?orderIds=1"),
    "list_stuck": plain("/order/stuck/"),
    "find_scan": plain("/order/packing/scan/?text=LOTUS-1"),
    "show_shipment_choice": plain("/order/shipment/?itemId=1"),
    "show_order_figures": plain("/order/?flag=figures"),
    "export_order_items": plain("/order/?flag=itemsCsv"),
    "show_report": plain("/report/"),
    "list_report_documents": plain("/report/?flag=documents"),
    "list_report_money": plain("/report/?flag=money"),
    "export_report": plain("/report/?flag=csv&part=gst"),
    **{
        f"export_{many}": plain(f"/{path}/?flag=csv")
        for many, path in (
            ("customers", "customer"),
            ("categories", "category"),
            ("vendors", "vendor"),
            ("products", "product"),
            ("gold_rates", "goldrate"),
            ("carts", "cart"),
            ("returns", "return"),
            ("orders", "order"),
        )
    },
    "show_stocked_product": lambda rows: (f"/product/?id={rows.product}", {}),
    "change_many_products": plain("/product/?flag=bulk"),
    "upload_picture": plain("/productimage/?flag=upload"),
    "order_product_images": plain("/productimage/?flag=order"),
    "list_product_imports": plain("/product/import/"),
    "show_product_import": with_id("/product/import/"),
    "check_product_import": plain("/product/import/"),
    "start_product_import": with_id("/product/import/"),
    "export_refused_rows": with_id("/product/import/refused/"),
    "import_template": plain("/product/import/template/"),
    "list_stock_movements": lambda rows: (f"/stock/?productId={rows.product}", None),
    "correct_stock": plain("/stock/"),
    "list_sign_ins": plain("/customer/sessions/"),
    "end_sign_in": with_id("/customer/sessions/"),
    "end_other_sign_ins": plain("/customer/sessions/?flag=endOthers"),
    "list_staff_sign_ins": plain("/admin/sessions/"),
    "end_staff_sign_in": with_id("/admin/sessions/"),
    "end_other_staff_sign_ins": plain("/admin/sessions/?flag=endOthers"),
    "prepare_customer_data": plain("/customer/data/?flag=forCustomer"),
    "delete_customer_account": plain("/customer/delete/?flag=forCustomer"),
    "list_views": plain("/admin/views/?page=order"),
    "save_view": plain("/admin/views/"),
    "change_view": with_id("/admin/views/"),
    "share_view": plain("/admin/views/?flag=share"),
    "set_default_view": plain("/admin/views/?flag=default"),
    "delete_view": with_id("/admin/views/"),
    "list_staff": plain("/admin/staff/"),
    "require_second_factor": plain("/admin/staff/?flag=secondFactor"),
    "show_second_factor": plain("/admin/secondFactor/"),
    "begin_second_factor": plain("/admin/secondFactor/?flag=begin"),
    "confirm_second_factor": lambda _: ("/admin/secondFactor/?flag=confirm", {"code": 1}),
    "renew_recovery_codes": plain("/admin/secondFactor/?flag=codes"),
    "turn_second_factor_off": plain("/admin/secondFactor/?flag=off"),
    "verify_again": lambda _: ("/admin/verify/", {"password": factories.PASSWORD}),
    "change_staff": with_id("/admin/staff/"),
    "invite_staff": plain("/admin/staff/invitation/"),
    "send_invitation_again": with_id("/admin/staff/invitation/"),
    "withdraw_invitation": with_id("/admin/staff/invitation/"),
    "list_stock_requests": plain("/stock/request/"),
    "add_stock_request": plain("/stock/request/"),
    "remove_stock_request": with_id("/stock/request/"),
    "change_review": with_id("/review/"),
    "write_review": plain("/review/"),
    "delete_review": with_id("/review/"),
    "list_reviews_for_staff": plain("/review/?flag=moderation"),
    "moderate_review": plain("/review/?flag=moderate"),
    "upload_review_photo": plain("/review/photo/"),
    "mark_review": plain("/review/helpful/"),
    **{
        f"{verb}_{thing}": plain(f"/{path}/") if verb == "add" else with_id(f"/{path}/")
        for verb in ("add", "change", "delete")
        for thing, path in (
            ("category", "category"),
            ("vendor", "vendor"),
            ("product", "product"),
            ("product_image", "productimage"),
            ("gold_rate", "goldrate"),
        )
    },
}
"""Requests for operations that other files of this folder test. Only their refusals are tested here."""

ELSEWHERE = {
    *("request_code", "verify_code", "set_password", "send_message", "list_product_images", "list_reviews"),
    "show_policy",
    *("show_invitation", "accept_invitation"),
    *("open_personal_data_link", "download_personal_data"),
    *("return_from_provider", "receive_webhook"),
    *("show_contact", "subscribe", "open_confirmation", "confirm_subscription", "open_unsubscription", "unsubscribe"),
}
"""Operations open to anyone, which refuse nobody."""

WITHOUT_A_ROW = {
    *("health", "sign_up", "sign_in", "sign_out", "who_am_i", "admin_sign_in", "admin_sign_out", "admin_who_am_i"),
    *("show_email_confirmation", "send_email_confirmation", "keep_email", "confirm_email"),
    *("show_preferences", "change_preferences"),
    *("list_returns", "list_assignees"),
    *("list_categories", "list_gold_rates", "list_products", "list_all_orders", "show_shop", "hold_price"),
    *("estimate_delivery", "show_notifications", "choose_mails", "show_device", "set_device"),
    *("open_switch_off", "switch_off"),
    *("show_personal_data", "prepare_personal_data", "delete_account"),
}

PAYMENTS = ("due", "claimed", "paid")


def create_rows(session, customer, product) -> Rows:
    address = factories.note_address(session, customer)
    cart_item = CartItem(customer_id=customer.id, product_id=product.id, quantity=1)
    entry = WishlistEntry(customer_id=customer.id, product_id=product.id)
    session.add_all([cart_item, entry])
    placed = factories.order(session, customer, [product])
    packed = factories.order(session, customer, [product]).items[0]
    packed.history.append(StatusChange(version=2, from_status="ordered", to_status="packed", at=now()))
    packed.status, packed.version = "packed", 2
    lineless = factories.order(session, customer, [], status_text="phoned")
    unpaid, claimed, paid = (factories.upi_order(session, customer, [product], status=each) for each in PAYMENTS)
    session.flush()
    return Rows(
        customer.id,
        customer.email,
        address.id,
        cart_item.id,
        entry.id,
        placed.id,
        placed.items[0].id,
        packed.id,
        lineless.id,
        product.id,
        unpaid.id,
        claimed.id,
        paid.id,
    )


@dataclass
class Everything:
    own: Rows
    others: Rows
    missing: Rows


@pytest.fixture
async def rows(database, people) -> Everything:
    own = await database.run_sync(create_rows, people.asha, people.ring)
    others = await database.run_sync(create_rows, people.ben, people.ring)
    await database.run_sync(factories.hire_admin, "Root", "root@shop.example")
    await database.commit()
    missing = Rows(NOWHERE, people.asha.email, *[NOWHERE] * 11)
    return Everything(own, others, missing)


@pytest.fixture
async def call(browsers, database, people):
    """Send an operation's request from a new browser in which the named people are signed in."""
    known = {"asha": people.asha, "karthik": people.karthik}
    tokens = {name: await database.run_sync(factories.sign_in, person) for name, person in known.items()}
    await database.commit()

    async def send(name: str, caller: str, target: Rows):
        path, body = (REQUESTS | REFUSED)[name](target)
        async with browsers.visitor() as browser:
            for person in caller.split():
                browser.hold(known[person], tokens[person])
            headers = {"Idempotency-Key": str(uuid4())} if name in NEEDS_KEY else {}
            return await browser.request(METHODS[name], path, json=body, headers=headers)

    return send


@pytest.fixture
def unchanged(run_sync):
    """Check that the calls in the block change nothing in the database."""

    @asynccontextmanager
    async def check() -> AsyncIterator[None]:
        before = await run_sync(factories.contents)
        yield
        assert await run_sync(factories.contents) == before

    return check


def test_every_route_is_in_the_policy_and_every_operation_has_a_route(app):
    routes = {
        (method, context.path.removeprefix("/api"))
        for context in iter_route_contexts(app.routes)
        if isinstance(context.route, APIRoute)
        for method in context.methods or ()
    }
    assert routes == {(operation.method, operation.path) for operation in OPERATIONS}


def test_every_operation_is_tested_below():
    names = {operation.name for operation in OPERATIONS}
    assert {*REQUESTS, *REFUSED, *ELSEWHERE} == names, "add a request of the operation to REQUESTS in this file"
    open_to_anyone = {operation.name for operation in OPERATIONS if operation.access is Access.ANYONE}
    assert open_to_anyone >= ELSEWHERE


def test_each_call_is_in_the_policy_once():
    calls = [(operation.method, operation.path) for operation in OPERATIONS]
    assert len(set(calls)) == len(calls)


def of_access(*kinds: Access, refused: bool = False) -> list[str]:
    tested = {**REQUESTS, **REFUSED} if refused else REQUESTS
    return [operation.name for operation in OPERATIONS if operation.access in kinds and operation.name in tested]


@pytest.mark.parametrize("caller", ["", "asha", "karthik", "asha karthik"])
async def test_calls_open_to_anyone_refuse_nobody(call, rows, undone, subtests, caller):
    for name in of_access(Access.ANYONE):
        with subtests.test(name):
            async with undone():
                response = await call(name, caller, rows.own)
            assert response.status_code == (503 if name == "health" else 200), response.text


async def test_a_visitor_is_asked_to_sign_in(call, rows, unchanged, subtests):
    async with unchanged():
        for name in of_access(Access.CUSTOMER, Access.CUSTOMER_OR_ADMIN, Access.ADMIN, refused=True):
            with subtests.test(name):
                others, missing = await call(name, "", rows.others), await call(name, "", rows.missing)
                failed(others, 401)
                assert (missing.status_code, missing.content) == (401, others.content)


async def test_a_customer_is_refused_the_calls_of_admins(call, rows, unchanged, subtests):
    async with unchanged():
        for name in of_access(Access.ADMIN, refused=True):
            with subtests.test(name):
                others, missing = await call(name, "asha", rows.others), await call(name, "asha", rows.missing)
                failed(others, 403)
                assert (missing.status_code, missing.content) == (403, others.content)


async def test_an_admin_is_refused_the_calls_of_customers(call, rows, subtests):
    for name in of_access(Access.CUSTOMER, refused=True):
        with subtests.test(name):
            failed(await call(name, "karthik", rows.own), 403)


OWN = [name for name in of_access(Access.CUSTOMER_OR_ADMIN, Access.CUSTOMER) if name not in WITHOUT_A_ROW]


async def test_a_customer_has_access_to_their_own_rows(call, rows, undone, subtests):
    for name in OWN:
        with subtests.test(name):
            async with undone():
                assert (await call(name, "asha", rows.own)).status_code == 200


async def test_another_customers_row_is_not_found(call, rows, unchanged, subtests):
    as_both = [name for name in of_access(Access.CUSTOMER) if name not in WITHOUT_A_ROW]
    async with unchanged():
        for name, caller in [(name, "asha") for name in OWN] + [(name, "asha karthik") for name in as_both]:
            with subtests.test(name, caller=caller):
                others, missing = await call(name, caller, rows.others), await call(name, caller, rows.missing)
                failed(others, 404)
                assert others.content == missing.content
                assert headers_without_id(others) == headers_without_id(missing)


@pytest.mark.parametrize("caller", ["karthik", "asha karthik"])
async def test_an_admin_has_access_to_everyones_rows(call, rows, undone, subtests, caller):
    for name in of_access(Access.CUSTOMER_OR_ADMIN, Access.ADMIN):
        with subtests.test(name):
            async with undone():
                for target in (rows.others, rows.own):
                    response = await call(name, caller, target)
                    assert response.status_code == 200, response.text


async def test_a_missing_row_is_not_found_for_an_admin_either(call, rows, unchanged, subtests):
    async with unchanged():
        for name in [name for name in REQUESTS if name not in WITHOUT_A_ROW]:
            with subtests.test(name):
                response = await call(name, "karthik", rows.missing)
                if name in READ_BY_ADMINS:
                    assert response.status_code == 200
                    assert response.json() == [] or response.json()["data"] == []
                else:
                    failed(response, 403 if name in of_access(Access.CUSTOMER) else 404)


STAFF_CALLS = [operation for operation in OPERATIONS if operation.is_for_staff]


NOT_FOR = {
    "show_operations": {"orders", "catalogue", "finance", "viewer"},
    "export_audit": {"orders", "catalogue", "finance", "operator", "viewer"},
    "export_customers": {"catalogue", "finance", "operator", "viewer"},
    "list_customers": {"operator"},
    "refund_payment": {"orders", "catalogue", "operator", "viewer"},
    "confirm_payment": {"catalogue", "operator", "viewer"},
    "change_order_status": {"catalogue", "finance", "operator", "viewer"},
    "place_order": {"catalogue", "finance", "operator", "viewer"},
    "add_gold_rate": {"orders", "finance", "operator", "viewer"},
    "change_product": {"orders", "finance", "operator", "viewer"},
    "show_report": {"orders", "catalogue", "operator"},
    "reveal_pan": {"orders", "catalogue", "operator", "viewer"},
}


def test_the_table_keeps_what_costs_money_or_privacy_to_those_who_need_it():
    refused = {operation.name: set(StaffRole) - operation.staff for operation in STAFF_CALLS}
    assert {name: refused[name] for name in NOT_FOR} == NOT_FOR


def test_a_viewer_changes_nothing_but_their_own_account():
    changes = {each.name for each in STAFF_CALLS if each.method != "GET" and StaffRole.VIEWER in each.staff}
    own = {"begin_second_factor", "confirm_second_factor", "renew_recovery_codes", "turn_second_factor_off"}
    own |= {"save_view", "change_view", "delete_view", "set_default_view"}
    assert changes == {"change_preferences", "verify_again", "end_staff_sign_in", "end_other_staff_sign_ins"} | own


def test_staff_calls_that_name_no_role_are_for_owners():
    assert Operation("new", "GET", "/new/", Access.ADMIN).staff == OWNERS
    assert all(StaffRole.OWNER in operation.staff for operation in STAFF_CALLS)


async def test_two_roles_allow_what_either_of_them_does(browsers, database, rows):
    person = await database.run_sync(factories.hire_admin, "Farah Khan", roles=["finance", "catalogue"])
    async with await browsers.of(person) as browser:
        me = (await browser.get("/admin/me/")).json()["data"]
        assert me["roles"] == ["catalogue", "finance"]
        assert {"refund_payment", "change_product"} <= set(me["operations"])
        assert {"reports", "product"} <= set(me["pages"])
        assert not {"show_operations", "list_audit"} & set(me["operations"])
        assert not {"operations", "audit", "staff"} & set(me["pages"])


async def test_staff_without_the_role_are_shoppers_in_the_storefront(browsers, database, people, rows):
    person = await database.run_sync(factories.hire_admin, "Olga", roles=["operator"])
    async with await browsers.of(people.asha, person) as browser:
        assert (await browser.get(f"/order/?customerId={rows.own.customer}")).status_code == 200
        failed(await browser.get(f"/order/?customerId={rows.others.customer}"), 404)
        browser.headers["x-acting-as"] = "admin"
        failed(await browser.get(f"/order/?customerId={rows.own.customer}"), 403)


async def test_another_customers_row_is_not_found_with_ones_own_id_in_the_body(rows, asha, unchanged, subtests):
    for name in ("change_cart_item", "remove_cart_item", "change_address", "remove_address", "remove_from_wishlist"):
        with subtests.test(name):
            method = "POST" if name.startswith("change") else "DELETE"
            path, body = REQUESTS[name](rows.others)
            body = body and body | {"customerId": rows.own.customer}
            async with unchanged():
                failed(await asha.request(method, path, json=body), 404)


async def test_nothing_is_ordered_for_a_missing_customer(call, rows, unchanged):
    async with unchanged():
        failed(await call("place_order", "karthik", replace(rows.missing, product=rows.own.product)), 404)


def headers_without_id(response) -> list[tuple[bytes, bytes]]:
    """Return the response's headers without the request id."""
    return [header for header in response.headers.raw if header[0] != b"x-request-id"]
