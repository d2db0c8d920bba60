"""A push is encrypted and sent once, with only the newest status. Devices with an expired subscription are deleted."""

import datetime as dt
import secrets
import time

import pytest
from py_vapid import Vapid02
from sqlalchemy import func, select, text

from local.ports import free_port
from shop.catalogue.model import Product
from shop.clock import now
from shop.events import outbox
from shop.events.model import Audience, Delivery
from shop.events.retries import MAX_ATTEMPTS
from shop.notifications.model import MailChoice, PushDevice
from shop.notifications.settings import push_settings
from shop.operations import queries
from shop.orders.model import Status
from shop.payments.model import Payment
from shop.shipping.events import OrderShipmentChanged
from shop.stock.model import BackInStockRequest
from tests.support import factories
from tests.support.environment import shop_environment
from tests.support.push_service import PushService, to_base64
from tests.workers.test_mails import change
from workers.reactions.web_push.push_service import TTL_SECONDS


@pytest.fixture
def service(shop_settings, monkeypatch):
    monkeypatch.setenv("SHOP_VAPID_PRIVATE_KEY", to_base64(secrets.token_bytes(32)))
    monkeypatch.setenv("SHOP_VAPID_CONTACT", "mailto:ops@shop.example")
    with (
        shop_environment(
            SHOP_DATABASE_URL=shop_settings.database_url,
            SHOP_REDIS_URL=shop_settings.redis_url,
            SHOP_SECRET_KEY="t" * 40,
            SHOP_ENVIRONMENT="local",
        ),
        PushService().running() as made,
    ):
        push_settings.cache_clear()
        yield made
    push_settings.cache_clear()


@pytest.fixture
def order(session, shopper):
    made = factories.order(session, shopper, [factories.stock_product(session)], at=now() - dt.timedelta(days=1))
    session.commit()
    return made


@pytest.fixture
def subscribe(session, shopper, service):
    def make(**shown):
        device = service.subscribe()
        session.add(device.row(shopper.id, **shown))
        session.commit()
        return device

    return make


def test_without_a_device_nothing_is_queued(session, order, deliver_all):
    change(session, order, Status.PACKED, at=now())
    assert deliver_all("queue_web_push") == 0
    assert not session.scalar(select(func.count()).where(Delivery.consumer == "queue_web_push"))


def statuses(device) -> list[str]:
    return [message["status"] for message in device.told]


def push_all(deliver_all) -> None:
    deliver_all("queue_web_push")
    deliver_all("web_push")


def test_each_device_is_told_of_order_and_status_and_of_nothing_else(session, order, subscribe, deliver_all, shopper):
    phone, desk, silent = subscribe(), subscribe(), subscribe(orders=False)
    change(session, order, Status.SHIPPED, at=now())
    push_all(deliver_all)
    for device in (phone, desk):
        [message], [headers] = device.told, device.headers
        assert (message["orderId"], message["status"], message["version"]) == (order.id, "shipped", 3)
        assert message["url"] == f"/my-orders#order-{order.id}"
        hidden = (shopper.name, shopper.email, str(order.total_amount))
        assert not [each for each in hidden if each in str(message)]
        assert headers["Content-Encoding"] == "aes128gcm"
        assert (headers["Ttl"], headers["Topic"]) == (str(TTL_SECONDS), f"item-{order.items[0].id}")
        assert Vapid02.verify(headers["Authorization"])
    assert silent.told == []


def test_a_device_is_told_of_the_newest_status_and_of_no_older_one_after_it(session, order, subscribe, deliver_all):
    device = subscribe()
    change(session, order, Status.PACKED, at=now())
    change(session, order, Status.SHIPPED, at=now())
    push_all(deliver_all)
    session.execute(text("UPDATE delivery SET done_at = NULL, lease = 0, taken_at = NULL WHERE consumer = 'web_push'"))
    session.commit()
    deliver_all("web_push")
    assert statuses(device) == ["shipped"]


def test_a_device_that_was_told_a_status_is_told_that_the_line_is_ordered_again(session, order, subscribe, deliver_all):
    device = subscribe()
    change(session, order, Status.PACKED, at=now())
    push_all(deliver_all)
    later = subscribe()
    change(session, order, Status.ORDERED, at=now())
    push_all(deliver_all)
    assert (statuses(device), statuses(later)) == (["packed", "ordered"], [])


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_its_push_service_does_not_know_is_removed(
    session, service, order, subscribe, deliver_all, status
):
    gone, other = subscribe(), subscribe()
    service.answers[0] = [status]
    change(session, order, Status.SHIPPED, at=now())
    push_all(deliver_all)
    assert session.scalars(select(PushDevice.endpoint)).all() == [other.endpoint]
    assert (gone.told, statuses(other)) == ([], ["shipped"])


OTHER_KEY = f"B{'A' * 86}"


def test_a_device_that_subscribed_with_another_key_is_kept_and_gets_nothing(session, order, subscribe, deliver_all):
    outdated = subscribe(push_key=OTHER_KEY, payments=True)
    present, earlier = subscribe(push_key=push_settings().public_key), subscribe()
    change(session, order, Status.SHIPPED, at=now())
    factories.record(session, type="payment.reminder_due", fields={"orderId": order.id})
    session.commit()
    push_all(deliver_all)
    news_all(deliver_all)
    assert (outdated.told, statuses(present), statuses(earlier)) == ([], ["shipped"], ["shipped"])
    assert session.scalar(select(func.count()).where(Delivery.consumer.in_(["web_push", "push_news"]))) == 2
    assert session.scalar(select(func.count()).select_from(PushDevice)) == 3


def test_what_was_queued_before_the_key_changed_is_dropped(session, service, order, subscribe, deliver_all):
    device = subscribe(push_key=push_settings().public_key, payments=True)
    change(session, order, Status.SHIPPED, at=now())
    factories.record(session, type="payment.reminder_due", fields={"orderId": order.id})
    session.commit()
    deliver_all("queue_web_push")
    deliver_all("queue_push_news")
    session.execute(text("UPDATE push_device SET push_key = :key"), {"key": OTHER_KEY})
    session.commit()
    for consumer in ("web_push", "push_news"):
        assert deliver_all(consumer) == 1
    errors = select(Delivery.last_error).where(Delivery.consumer.in_(["web_push", "push_news"]))
    assert (service.calls, device.told, session.scalars(errors).all()) == (0, [], [None, None])


@pytest.mark.parametrize("is_news", [False, True])
def test_a_device_whose_key_is_unknown_has_the_present_one_once_it_accepts_a_notification(
    session, service, order, subscribe, deliver_all, is_news
):
    subscribe(orders=not is_news, payments=is_news)
    service.answers[0] = [403]
    if is_news:
        factories.record(session, type="payment.reminder_due", fields={"orderId": order.id})
    change(session, order, Status.SHIPPED, at=now())
    keys = []
    for _ in range(2):
        push_all(deliver_all)
        news_all(deliver_all)
        keys += session.scalars(select(PushDevice.push_key))
        session.rollback()
    assert keys == [None, push_settings().public_key]


@pytest.mark.parametrize("status", [500, 429, 307])
def test_what_a_push_service_does_not_take_is_sent_again_and_no_redirect_is_followed(
    session, service, order, subscribe, deliver_all, status
):
    device, elsewhere = subscribe(), service.subscribe()
    service.answers[0] = [status]
    change(session, order, Status.SHIPPED, at=now())
    push_all(deliver_all)
    assert (device.told, elsewhere.told, service.calls) == ([], [], 1)
    deliver_all("web_push")
    assert statuses(device) == ["shipped"]
    assert elsewhere.told == []


OUTCOME = "SELECT attempts, dead_at IS NULL, done_at IS NULL, last_error FROM delivery WHERE consumer = 'web_push'"


@pytest.mark.parametrize("status", [500, 429, None])
def test_a_notification_waits_for_hours_for_a_push_service_that_is_away(
    session, service, order, subscribe, deliver_all, status
):
    device = subscribe()
    if status is None:
        nobody = f"http://127.0.0.1:{free_port()}/push/0"
        session.execute(text("UPDATE push_device SET endpoint = :endpoint"), {"endpoint": nobody})
    else:
        service.answers[0] = [status] * (MAX_ATTEMPTS + 4)
    change(session, order, Status.SHIPPED, at=now())
    deliver_all("queue_web_push")
    for _ in range(MAX_ATTEMPTS + 4):
        assert deliver_all("web_push") == 0
    attempts, is_alive, is_pending, error = session.execute(text(OUTCOME)).one()
    assert (attempts, is_alive, is_pending) == (MAX_ATTEMPTS - 2, True, True)
    assert error.startswith("PushServiceUnavailable: " if status else "PushNotSentYet: ")
    session.execute(text("UPDATE push_device SET endpoint = :endpoint"), {"endpoint": device.endpoint})
    session.commit()
    assert deliver_all("web_push") == 1
    assert statuses(device) == ["shipped"]


def test_a_notification_that_a_push_service_refuses_for_good_is_dead_after_eight_attempts(
    session, service, order, subscribe, deliver_all
):
    subscribe()
    service.answers[0] = [403] * MAX_ATTEMPTS
    change(session, order, Status.SHIPPED, at=now())
    deliver_all("queue_web_push")
    for _ in range(MAX_ATTEMPTS):
        deliver_all("web_push")
    assert session.execute(text(OUTCOME)).one()[:2] == (MAX_ATTEMPTS, False)


@pytest.mark.parametrize("is_news", [False, True])
def test_a_notification_that_nobody_takes_for_two_days_expires_and_alarms_nobody(
    session, service, order, subscribe, deliver_all, is_news
):
    device = subscribe(orders=not is_news, payments=is_news)
    consumer = "push_news" if is_news else "web_push"
    if is_news:
        factories.record(session, type="payment.reminder_due", fields={"orderId": order.id})
    change(session, order, Status.SHIPPED, at=now())
    deliver_all("queue_web_push")
    deliver_all("queue_push_news")
    service.answers[0] = [503] * (MAX_ATTEMPTS + 1)
    for _ in range(MAX_ATTEMPTS - 1):
        assert deliver_all(consumer) == 0
    session.execute(text("UPDATE domain_event SET recorded_at = recorded_at - interval '49 hours'"))
    session.commit()
    assert [deliver_all(consumer) for _ in range(2)] == [0, 1]
    found = select(Delivery.dead_at, Delivery.done_at, Delivery.last_error).where(Delivery.consumer == consumer)
    dead_at, done_at, error = session.execute(found).one()
    assert (dead_at, done_at is None) == (None, False)
    assert error.startswith("No push service took it for 2 days. The last try: PushServiceUnavailable: ")
    assert (session.scalar(select(func.count()).select_from(PushDevice)), device.told) == (1, [])


def test_an_address_that_cannot_be_reached_is_called_once_a_minute(session, service, order, subscribe, deliver_all):
    unreachable, other = subscribe(), subscribe()
    nobody = f"http://127.0.0.1:{free_port()}/push/0"
    move = text("UPDATE push_device SET endpoint = :new WHERE endpoint = :old")
    session.execute(move, {"old": unreachable.endpoint, "new": nobody})
    for status in (Status.PACKED, Status.SHIPPED):
        change(session, order, status, at=now())
        push_all(deliver_all)
    waiting = "SELECT last_error FROM delivery WHERE consumer = 'web_push' AND done_at IS NULL"
    assert [error.partition(":")[0] for error in session.scalars(text(waiting))] == ["PushNotSentYet"] * 2
    assert statuses(other) == ["packed", "shipped"]
    session.execute(move, {"old": nobody, "new": unreachable.endpoint})
    session.commit()
    push_all(deliver_all)
    assert statuses(unreachable) == ["shipped"]


@pytest.mark.parametrize(("shoppers", "failing"), [(1, 0), (2, 0), (3, 9)])
def test_the_devices_of_few_shoppers_are_no_failure_of_the_queue(session, service, deliver_all, shoppers, failing):
    product = factories.stock_product(session)
    for number in range(shoppers):
        shopper = factories.register_shopper(session, "Asha", f"asha{number}@mail.example")
        order = factories.order(session, shopper, [product], at=now() - dt.timedelta(days=1))
        session.add_all(service.subscribe().row(shopper.id) for _ in range(3))
        change(session, order, Status.SHIPPED, at=now())
    service.answers.update({number: [503] for number in range(3 * shoppers)})
    push_all(deliver_all)
    session.execute(text("UPDATE domain_event SET recorded_at = recorded_at - interval '10 minutes'"))
    [row] = [row for row in session.execute(queries.WAITING) if row.queue == "push"]
    assert (row.waiting, row.failing, row.oldest >= 600) == (3 * shoppers, failing, failing > 0)


def test_the_body_of_an_answer_is_not_read(session, service, order, subscribe, deliver_all):
    device = subscribe()
    service.body_bytes = 2**26
    change(session, order, Status.SHIPPED, at=now())
    push_all(deliver_all)
    assert statuses(device) == ["shipped"]
    assert device.headers[0]["Accept-Encoding"] == "identity"
    assert service.sent_bytes < service.body_bytes


def test_a_push_service_that_answers_slowly_does_not_occupy_a_worker(
    session, service, order, subscribe, deliver_all, monkeypatch
):
    device = subscribe()
    service.slow_seconds = 20.0
    change(session, order, Status.SHIPPED, at=now())
    deliver_all("queue_web_push")
    monkeypatch.setattr("workers.reactions.web_push.push_service.TIME_OUT", 1.0)
    began = time.monotonic()
    deliver_all("web_push")
    assert time.monotonic() - began < 10
    [error] = session.scalars(select(Delivery.last_error).where(Delivery.consumer == "web_push"))
    assert "TimeoutError" in error
    assert statuses(device) == ["shipped"]


def test_a_device_in_the_shops_own_network_is_not_called(session, order, service, subscribe, deliver_all):
    device = subscribe()
    session.execute(text("UPDATE push_device SET endpoint = replace(endpoint, '127.0.0.1', '10.0.0.1')"))
    session.commit()
    change(session, order, Status.SHIPPED, at=now())
    push_all(deliver_all)
    assert (service.calls, device.told, session.scalars(select(PushDevice)).all()) == (0, [], [])


def test_a_device_whose_address_never_exists_is_removed_by_its_first_notification(
    session, order, service, subscribe, deliver_all
):
    subscribe()
    session.execute(text("UPDATE push_device SET endpoint = 'https://permanently-removed.invalid/fcm/send/abc'"))
    session.commit()
    change(session, order, Status.SHIPPED, at=now())
    push_all(deliver_all)
    assert session.scalars(select(PushDevice)).all() == []
    assert session.scalars(text("SELECT last_error FROM delivery WHERE consumer = 'web_push'")).all() == [None]


def enter_courier(session, order) -> None:
    item = order.items[0]
    item.courier, item.tracking_number, item.shipment_version = "Blue Dart", "BD774109", item.shipment_version + 1
    fields = {"courier": "Blue Dart", "tracking_number": "BD774109", "tracking_url": None, "changed_by": "Karthik"}
    ids = {"order_id": order.id, "item_id": item.id, "customer_id": order.customer_id}
    event = OrderShipmentChanged(**ids, **fields, shipment_version=item.shipment_version, at=now())
    outbox.record_sync(session, event, at=now())
    session.commit()


def test_a_courier_that_comes_later_is_told_once_and_one_that_came_before_with_the_status(
    session, order, subscribe, deliver_all
):
    device = subscribe()
    change(session, order, Status.PACKED, at=now())
    push_all(deliver_all)
    enter_courier(session, order)
    push_all(deliver_all)
    assert statuses(device) == ["packed"]
    change(session, order, Status.SHIPPED, at=now())
    push_all(deliver_all)
    enter_courier(session, order)
    push_all(deliver_all)
    push_all(deliver_all)
    assert statuses(device) == ["packed", "shipped", "shipped"]
    assert "Blue Dart BD774109" in device.told[-1]["body"]
    versions = [message["version"] for message in device.told]
    assert versions == sorted(set(versions))


def news_all(deliver_all) -> None:
    deliver_all("queue_push_news")
    deliver_all("push_news")


def test_payments_are_told_to_devices_that_show_them_while_it_is_true(session, order, subscribe, deliver_all):
    device, other = subscribe(payments=True), subscribe()
    factories.record(session, type="payment.reminder_due", fields={"orderId": order.id})
    session.commit()
    news_all(deliver_all)
    [message] = device.told
    assert message["title"] == f"Order {order.id} waits for its payment"
    factories.record(session, type="payment.reminder_due", fields={"orderId": order.id})
    session.get_one(Payment, order.id).status = "paid"
    whose = {"customer_id": order.customer_id, "audience": Audience.CUSTOMER_AND_ADMINS}
    for kind in ("payment", "claim"):
        factories.record(session, type="payment.changed", fields={"orderId": order.id, "kind": kind}, **whose)
    session.commit()
    news_all(deliver_all)
    assert [each["title"] for each in device.told[1:]] == [f"Payment for order {order.id} received"]
    assert [each["version"] for each in device.told] == sorted({each["version"] for each in device.told})
    assert other.told == []


def test_a_rejected_claim_is_told_while_it_is_the_last_change(session, order, subscribe, deliver_all):
    device = subscribe(payments=True)
    payment = session.get_one(Payment, order.id)
    payment.version, payment.rejection = 2, "Not there"
    for version in (1, 2):
        fields = {"orderId": order.id, "kind": "rejection", "payment": {"version": version}}
        whose = {"customer_id": order.customer_id, "audience": Audience.CUSTOMER_AND_ADMINS}
        factories.record(session, type="payment.changed", fields=fields, **whose)
    session.commit()
    news_all(deliver_all)
    assert [each["title"] for each in device.told] == [f"Payment for order {order.id} not found"]


def test_a_cancelled_order_is_not_reminded_of_its_payment(session, order, subscribe, deliver_all):
    device = subscribe(payments=True)
    for item in order.items:
        item.status = "cancelled"
    factories.record(session, type="payment.reminder_due", fields={"orderId": order.id})
    session.commit()
    news_all(deliver_all)
    assert (session.get_one(Payment, order.id).status, device.told) == ("due", [])


@pytest.mark.parametrize(("quantity", "told"), [(0, []), (2, [("Lotus Ring, size 12, is back in stock", "12")])])
def test_a_size_is_told_when_it_is_back_itself(session, order, subscribe, deliver_all, shopper, quantity, told):
    device = subscribe(wishlist=True)
    figures = {"making_charge": None, "wastage_charge": None}
    sizes = [
        {"label": "12", "weight": "10", "is_default": True, "stock_quantity": quantity, **figures},
        {"label": "14", "weight": "11", "is_default": False, "stock_quantity": 3, **figures},
    ]
    product = factories.stock_product(session, name="Lotus Ring", sizes=sizes)
    request = BackInStockRequest(product_id=product.id, customer_id=shopper.id, size="12", asked_at=now())
    session.add(request)
    session.flush()
    factories.record(session, type="stock.request_due", fields={"requestId": request.id})
    session.commit()
    news_all(deliver_all)
    assert [(each["title"], each["url"].partition("?size=")[2]) for each in device.told] == told


def test_two_sizes_that_are_back_do_not_replace_each_other(session, order, subscribe, deliver_all, shopper):
    device = subscribe(wishlist=True)
    bare = {"weight": "10", "making_charge": None, "wastage_charge": None, "stock_quantity": 1}
    sizes = [{"label": label, "is_default": label == "12", **bare} for label in ("12", "14")]
    product = factories.stock_product(session, sizes=sizes)
    for size in ("12", "14"):
        request = BackInStockRequest(product_id=product.id, customer_id=shopper.id, size=size, asked_at=now())
        session.add(request)
        session.flush()
        factories.record(session, type="stock.request_due", fields={"requestId": request.id})
    session.commit()
    news_all(deliver_all)
    assert len({each["tag"] for each in device.told}) == 2


@pytest.mark.parametrize("ending", ["shown", "sold", "unknown device"])
def test_a_request_without_mails_ends_only_when_a_device_has_shown_it(
    session, subscribe, service, deliver_all, shopper, ending
):
    device = subscribe(wishlist=True)
    session.add(MailChoice(customer_id=shopper.id, subject="wishlist", is_wanted=False))
    shopper.confirm_email(shopper.email, at=now())
    product = factories.stock_product(session, stock_quantity=0 if ending == "sold" else 1)
    request = BackInStockRequest(product_id=product.id, customer_id=shopper.id, asked_at=now(), due_at=now())
    session.add(request)
    session.flush()
    factories.record(session, type="stock.request_due", fields={"requestId": request.id})
    session.commit()
    if ending == "unknown device":
        service.answers[0] = [410]
    deliver_all("mail_back_in_stock")
    session.refresh(request)
    assert (request.due_at is None, request.mailed_at) == (ending == "sold", None)
    news_all(deliver_all)
    session.refresh(request)
    assert (len(device.told), request.mailed_at is not None) == ((1, True) if ending == "shown" else (0, False))
    assert request.mailed_at or request.due_at is None


@pytest.fixture
def request_without_mails(session, shopper):
    """Add a request of a shopper who wants no mails, for a product that is in stock."""
    session.add(MailChoice(customer_id=shopper.id, subject="wishlist", is_wanted=False))
    shopper.confirm_email(shopper.email, at=now())
    product = factories.stock_product(session, stock_quantity=1)
    made = BackInStockRequest(product_id=product.id, customer_id=shopper.id, asked_at=now())
    session.add(made)
    session.commit()
    return made


def queue_stock_news(session, deliver_all, request) -> None:
    factories.record(session, type="catalogue.changed", fields={"entity": "product", "id": request.product_id})
    session.commit()
    for consumer in ("queue_stock_mails", "queue_push_news", "mail_back_in_stock"):
        deliver_all(consumer)


def test_changes_of_a_product_while_its_news_waits_for_a_device_are_told_once(
    session, subscribe, deliver_all, request_without_mails
):
    device = subscribe(wishlist=True)
    for _ in range(2):
        queue_stock_news(session, deliver_all, request_without_mails)
    while deliver_all("push_news"):
        pass
    assert len(device.told) == 1


def test_a_request_without_mails_and_device_is_queued_again_by_the_next_change(
    session, subscribe, deliver_all, request_without_mails
):
    queue_stock_news(session, deliver_all, request_without_mails)
    device = subscribe(wishlist=True)
    deliver_all("push_news")
    assert device.told == []
    queue_stock_news(session, deliver_all, request_without_mails)
    deliver_all("push_news")
    assert len(device.told) == 1


def test_a_request_stays_open_although_its_device_is_added_between_news_and_mail(
    session, subscribe, deliver_all, request_without_mails
):
    factories.record(
        session, type="catalogue.changed", fields={"entity": "product", "id": request_without_mails.product_id}
    )
    session.commit()
    deliver_all("queue_stock_mails")
    deliver_all("queue_push_news")
    subscribe(wishlist=True)
    deliver_all("mail_back_in_stock")
    session.refresh(request_without_mails)
    assert request_without_mails.due_at is None


def test_a_request_ends_on_a_device_although_mails_are_switched_on_meanwhile(
    session, subscribe, deliver_all, shopper, request_without_mails
):
    device = subscribe(wishlist=True)
    queue_stock_news(session, deliver_all, request_without_mails)
    session.execute(text("UPDATE mail_choice SET is_wanted = true"))
    session.commit()
    deliver_all("push_news")
    session.refresh(request_without_mails)
    assert (len(device.told), request_without_mails.mailed_at is not None) == (1, True)


def test_a_device_does_not_wait_for_the_mail_about_the_same_request(
    session, engine, subscribe, deliver_all, request_without_mails
):
    device = subscribe(wishlist=True)
    session.execute(text("UPDATE mail_choice SET is_wanted = true"))
    session.commit()
    factories.record(
        session, type="catalogue.changed", fields={"entity": "product", "id": request_without_mails.product_id}
    )
    session.commit()
    deliver_all("queue_stock_mails")
    deliver_all("queue_push_news")
    with engine.begin() as mailing:
        mailing.execute(text("SELECT FROM back_in_stock_request FOR UPDATE"))
        deliver_all("push_news")
    failures = session.scalars(select(Delivery.last_error).where(Delivery.consumer == "push_news")).all()
    assert (len(device.told), failures) == (1, [None])


def test_prices_and_stock_are_told_to_devices_that_show_the_wishlist(session, order, subscribe, deliver_all, shopper):
    device, other = subscribe(wishlist=True), subscribe()
    product = session.get(Product, order.items[0].product_id)
    request = BackInStockRequest(product_id=product.id, customer_id=shopper.id, asked_at=now())
    session.add(request)
    session.flush()
    factories.record(session, type="stock.request_due", fields={"requestId": request.id})
    moved = {"productId": product.id, "from": 50000, "to": 45000}
    for pieces in ([moved], [moved, moved]):
        fields = {"customerId": shopper.id, "pieces": pieces}
        factories.record(session, type="wishlist.price_news_due", fields=fields)
    session.commit()
    news_all(deliver_all)
    assert {each["title"] for each in device.told} == {
        f"{product.name} is back in stock",
        f"{product.name} costs less now",
        "New prices of 2 pieces on your wishlist",
    }
    assert "₹45,000.00, before ₹50,000.00." in {each["body"] for each in device.told}
    assert other.told == []


def test_the_price_of_a_size_is_told_with_the_size_and_its_page(session, order, subscribe, deliver_all, shopper):
    device = subscribe(wishlist=True)
    bare = {"weight": "10", "making_charge": None, "wastage_charge": None, "is_default": True}
    product = factories.stock_product(session, name="Lotus Ring", sizes=[{"label": "12", **bare}])
    moved = {"productId": product.id, "size": "12", "from": 50000, "to": 45000}
    factories.record(session, type="wishlist.price_news_due", fields={"customerId": shopper.id, "pieces": [moved]})
    session.commit()
    news_all(deliver_all)
    assert [(each["title"], each["url"]) for each in device.told] == [
        ("Lotus Ring, size 12, costs less now", f"/{product.id}?size=12")
    ]
