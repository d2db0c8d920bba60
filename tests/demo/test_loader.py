"""The demo shop is loaded into an empty database."""

import datetime as dt
from decimal import Decimal

import pytest
from sqlalchemy import create_engine, func, select
from sqlalchemy.orm import Session, selectinload

from api.addresses.schemas import AddressIn, AddressOut
from demo import ADMIN, SHOPPER, loader
from demo.settings import SETTINGS
from shop.catalogue.model import Category, Product, Vendor
from shop.clock import now, today
from shop.contact.settings import contact_settings
from shop.customers.contact_rules import is_phone
from shop.customers.model import Address, Customer
from shop.invoices import consistency as invoice_consistency
from shop.invoices.model import Invoice
from shop.orders import consistency
from shop.orders.model import Order, OrderItem, Status
from shop.pan import rules as pan_rules
from shop.pan.encryption import decrypt
from shop.pan.model import OrderPan
from shop.payments.model import Method, Payment, PaymentEntry, PaymentStatus
from shop.product_images.model import ProductImage
from shop.rates.model import GoldRate, RateInForce
from shop.returns.model import Return, ReturnStatus
from shop.reviews.model import Review, ReviewPhoto
from shop.security.passwords import verify
from shop.settings import Settings
from shop.staff.model import Admin
from tests.support import factories
from tests.support.environment import shop_environment


@pytest.fixture(scope="module")
async def loaded(new_database, tmp_path_factory):
    """Load the demo twice, and return the output and the contents of the shop after each load."""
    url, media = new_database(), tmp_path_factory.mktemp("media")
    engine = create_engine(url)
    with shop_environment(SHOP_DATABASE_URL=url, SHOP_SECRET_KEY="t" * 40, SHOP_MEDIA_DIR=str(media), **SETTINGS):
        said, held = [], []
        for _ in range(2):
            said.append(await loader.load())
            with Session(engine) as session:
                held.append(factories.contents(session))
    yield said, held, engine, media
    engine.dispose()


def test_the_demo_shop_tells_whom_to_call_and_who_answers_for_it():
    given = {"SHOP_DATABASE_URL": "postgresql://x/x", "SHOP_SECRET_KEY": "t" * 40} | SETTINGS
    with shop_environment(**given) as settings:
        assert all(
            (
                contact_settings().phone,
                settings.grievance_officer,
                settings.gstin,
                settings.legal_name,
                settings.address,
            )
        )


@pytest.fixture
def session(loaded):
    with Session(loaded[2]) as made:
        yield made


@pytest.fixture
def orders(session) -> list[Order]:
    lines = selectinload(Order.items).selectinload(OrderItem.history)
    return list(session.scalars(select(Order).options(lines, selectinload(Order.customer)).order_by(Order.id)))


def count(session, model) -> int:
    return session.scalar(select(func.count()).select_from(model))


def test_it_loads_once_and_then_leaves_the_shop_alone(loaded):
    (first, second), (before, after), *_ = loaded
    assert first.startswith("Loaded the demo shop:")
    assert second == "The database holds a shop already; the demo data was not loaded."
    assert before == after


def test_everyone_and_everything_is_there(session, orders):
    assert count(session, Customer) == 13
    assert count(session, Category) == 8
    assert count(session, Vendor) > 1
    assert count(session, Product) >= 20
    assert len(orders) == 42
    assert sum(order.customer.email == SHOPPER[0] for order in orders) == 2
    assert {item.status for order in orders for item in order.items} == set(Status)


def test_every_shopper_can_be_phoned_and_reached(session):
    assert all(
        is_phone(phone) for phone in session.scalars(select(Customer.phone).where(Customer.deleted_at.is_(None)))
    )
    addresses = session.scalars(select(Address)).all()
    assert len(addresses) >= 12
    for address in addresses:
        row = AddressOut.model_validate(address).model_dump(by_alias=True) | {"customerId": address.customer_id}
        assert AddressIn.model_validate(row)


def test_one_product_goes_on_sale_tomorrow_and_was_never_sold(session, orders):
    (product,) = session.scalars(select(Product).where(Product.on_sale_at.is_not(None)))
    assert now() < product.on_sale_at <= now() + dt.timedelta(days=2)
    assert product.status == "in active"
    assert all(item.product_id != product.id for order in orders for item in order.items)


def test_a_deleted_account_has_left_its_order_in_the_books(session, orders):
    (former,) = session.scalars(select(Customer).where(Customer.deleted_at.is_not(None)))
    (order,) = [order for order in orders if order.customer_id == former.id]
    assert (order.name, order.email, order.phone, order.address) == ("Deleted account", "", "", None)
    assert order.erased_at
    assert {item.status for item in order.items} == {"delivered"}
    assert order.items[0].total_amount > 0


def test_no_two_reviews_say_the_same(session):
    said = session.execute(select(Review.title, Review.text)).all()
    assert len(said) > 20
    assert len(set(said)) == len({text for _, text in said}) == len(said)


def test_the_sign_ins_that_are_told_work(session):
    for model, (email, password) in ((Admin, ADMIN), (Customer, SHOPPER)):
        person = session.scalar(select(model).where(model.email == email))
        assert verify(password, person.password_hash)


def test_the_newest_of_thirty_gold_rates_is_todays_and_tomorrows_is_scheduled(session):
    tomorrow, *rates = session.scalars(select(GoldRate).order_by(GoldRate.date.desc())).all()
    assert tomorrow.date == rates[0].date + dt.timedelta(days=1)
    assert session.get_one(RateInForce, 1).r22k == rates[0].r22k < tomorrow.r22k
    assert len(rates) == 30
    assert today(now()) - rates[0].date <= dt.timedelta(days=1)
    assert [rate.date for rate in rates] == [rates[0].date - dt.timedelta(days=day) for day in range(30)]
    assert all(rate.r24k > rate.r22k > 0 for rate in rates)


def test_every_amount_adds_up(session, orders):
    rates = {rate.date: rate.r22k for rate in session.scalars(select(GoldRate))}
    oldest = rates[min(rates)]
    for order in orders:
        assert order.total_amount == sum(item.total_amount for item in order.items)
        assert order.total_quantity == sum(item.quantity for item in order.items)
        for item in order.items:
            assert item.total_amount == item.price.ornament_price * item.quantity
            assert item.total_amount == item.total_amount.to_integral_value() > 0
            assert item.gold_rate == rates.get(today(order.ordered_at), oldest)
            assert 0 <= item.discount <= item.making_charge


def test_every_history_ends_where_its_line_stands(orders):
    for item in (item for order in orders for item in order.items):
        assert [step.version for step in item.history] == list(range(1, item.version + 1))
        assert item.history[-1].to_status == item.status
        assert item.history[0].to_status == "ordered"
        assert [step.from_status for step in item.history[1:]] == [step.to_status for step in item.history[:-1]]
        assert [step.at for step in item.history] == sorted(step.at for step in item.history)
        assert item.history[-1].at <= now()
        for step in item.history:
            assert getattr(item, f"{step.to_status}_at") == step.at
        assert item.changed_by == item.history[-1].changed_by


def test_what_is_delivered_is_paid_and_every_payment_follows_from_its_ledger(session, orders):
    assert [fault for _, faults in consistency.verify(session) for fault in faults] == []
    paid = set(session.scalars(select(Payment.order_id).where(Payment.paid > 0)))
    assert paid >= {order.id for order in orders if {item.status for item in order.items} == {"delivered"}} > set()


def test_orders_are_paid_in_every_way_and_stand_in_every_state(session, orders):
    payments = {payment.order_id: payment for payment in session.scalars(select(Payment))}
    assert {payment.method for payment in payments.values()} == set(Method)
    assert {payment.status for payment in payments.values()} == set(PaymentStatus)
    limit = Settings.model_fields["cod_limit"].default
    assert all(payments[order.id].method != Method.COD for order in orders if order.total_amount > limit)
    for order in orders:
        payment = payments[order.id]
        is_over = payment.status == PaymentStatus.EXPIRED
        assert payment.expires_at is None or (payment.expires_at < now()) == is_over
        if any(item.status in {Status.PACKED, Status.SHIPPED} for item in order.items):
            assert payment.method == Method.COD or payment.paid > 0


def test_two_orders_lack_the_pan_that_they_need(session, orders):
    needed = {order.id for order in orders if order.total_amount > Settings.model_fields["pan_above"].default}
    with shop_environment(SHOP_DATABASE_URL="postgresql://unused", SHOP_SECRET_KEY="t" * 40):
        given = {row.order_id: decrypt(row.encrypted, row.order_id) for row in session.scalars(select(OrderPan))}
    assert needed >= given.keys()
    assert len(needed - given.keys()) == 2
    assert all(pan_rules.read(pan or "") == pan for pan in given.values())


def test_returns_wait_and_have_ended_in_every_way(session):
    made = session.scalars(select(Return).options(selectinload(Return.history), selectinload(Return.item))).all()
    assert {each.status for each in made} == set(ReturnStatus)
    for each in made:
        times = [each.item.delivered_at, *(step.at for step in each.history), now()]
        assert times == sorted(times)
        assert (each.history[-1].version, each.history[-1].to_status) == (each.version, each.status)
    refunded = {each.id for each in made if each.status == ReturnStatus.REFUNDED}
    paid_back = select(PaymentEntry.return_id).where(PaymentEntry.kind == "refund", PaymentEntry.return_id.is_not(None))
    assert set(session.scalars(paid_back)) == refunded


def test_no_order_is_older_than_its_shopper_or_from_the_future(orders):
    for order in orders:
        assert order.customer.created_at < order.ordered_at <= now()
        assert order.delivery_date > today(order.ordered_at)


def test_every_product_can_be_priced_and_has_its_pictures(session, loaded):
    rate = session.scalar(select(GoldRate.r22k).order_by(GoldRate.date.desc()).limit(1))
    products = session.scalars(select(Product).options(selectinload(Product.images))).all()
    for product in products:
        assert product.price_at(rate).ornament_price > 0
        assert product.discount <= product.making_charge
        assert len(product.images) >= 4
        for image in product.images:
            assert (loaded[3] / image.image_url.removeprefix("/media/")).is_file()
    assert any(product.discount for product in products)
    assert all(Decimal(0) < product.weight < 200 for product in products)


def test_each_picture_has_an_event_that_asks_for_its_renditions(session):
    kinds = ("product_image.uploaded", "category_image.uploaded", "review_photo.uploaded")
    wanted: dict[str, list[int]] = {kind: [] for kind in kinds}
    for event in factories.events(session):
        [number] = event["data"].values()
        wanted[event["type"]].append(number)
    assert sorted(wanted["product_image.uploaded"]) == sorted(session.scalars(select(ProductImage.id)))
    assert sorted(wanted["category_image.uploaded"]) == sorted(session.scalars(select(Category.id)))
    assert sorted(wanted["review_photo.uploaded"]) == sorted(session.scalars(select(ReviewPhoto.id)))


def test_every_order_of_which_something_was_sent_has_an_invoice(session, orders):
    issued = session.scalars(select(Invoice)).all()
    invoiced = {document.order_id for document in issued if document.kind == "invoice"}
    sent = {Status.SHIPPED, Status.DELIVERED}
    assert invoiced == {order.id for order in orders if any(item.status in sent for item in order.items)}
    assert {document.content["seller"]["gstin"] for document in issued} == {"33DEMOS0000S1ZA"}
    assert any(document.kind == "credit_note" for document in issued)
    assert list(invoice_consistency.verify(session)) == []
