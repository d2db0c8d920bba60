"""What workers do with the payment provider: refunds once, and questions about what was not heard of."""

import datetime as dt

import pytest
from sqlalchemy import select, text

from shop.clock import now
from shop.db.query import BoundQuery
from shop.events.leasing import pipeline
from shop.orders import consistency
from shop.payments import online, provider, reconcile, writes
from shop.payments.model import PaymentEntry
from shop.payments.provider import ProviderAway, Report
from tests.support import factories
from tests.support.payment_provider import payment_provider

AMOUNT = 46500
NOTHING = dt.timedelta()


@pytest.fixture
def known(tmp_path, shop_settings, mailbox):
    """A provider, beside the mail server of the tests."""
    from shop.settings import settings  # noqa: PLC0415 - those of the mailbox

    with payment_provider(tmp_path, settings()) as made:
        yield made


@pytest.fixture
def order_id(session, engine, known) -> int:
    """An order for which a page to pay on was made."""
    factories.set_gold_rate(session)
    asha = factories.register_shopper(session, "Asha Verma", "asha@mail.example")
    placed = factories.order(session, asha, [factories.stock_product(session, name="Lotus Ring")])
    session.execute(text("UPDATE payment SET method = 'online', expires_at = now() + interval '30 minutes'"))
    session.commit()
    expires_at = now() + dt.timedelta(minutes=30)
    link = provider.create_link(
        reference=f"SW{placed.id}-1",
        amount=placed.total_amount,
        name="Asha",
        email="a@b.example",
        back_to="http://shop.example/api/payment/callback/razorpay/",
        expires_at=expires_at,
    )
    with engine.begin() as connection:
        payment = state(connection, placed.id)
        send(connection, *online.start(payment, link, who=online.THE_SHOP, at=now()))
    return placed.id


def send(connection, *queries: BoundQuery):
    return pipeline(connection).send(*(query.statement for query in queries))


def state(connection, order_id: int):
    *_, [row] = send(connection, *writes.load_locked(order_id))
    return writes.state_of(row)


def standing(engine, session, order_id: int):
    session.rollback()
    session.expire_all()
    assert [fault for _, found in consistency.verify(session) for fault in found] == []
    kinds = session.scalars(select(PaymentEntry.kind).order_by(PaymentEntry.version)).all()
    with engine.begin() as connection:
        return state(connection, order_id), list(kinds)


def pay(known, engine, order_id: int, *, late: bool = False) -> None:
    [link] = known.all("plink")
    known.act(link["short_url"])
    if late:
        with engine.begin() as connection:
            connection.execute(text("UPDATE payment SET expires_at = now() - interval '1 second'"))
        from workers import payment_deadlines  # noqa: PLC0415 - the settings of this test

        payment_deadlines.settle(engine, now())
    reconcile.ask(engine, unheard_for=NOTHING)


def test_a_payment_whose_webhook_was_lost_is_found_by_asking(known, engine, session, order_id):
    assert reconcile.ask(engine, unheard_for=dt.timedelta(minutes=5)).links == 0
    pay(known, engine, order_id)
    payment, kinds = standing(engine, session, order_id)
    assert (payment.status, kinds) == ("paid", ["payment"])
    assert reconcile.ask(engine, unheard_for=NOTHING).links == 0


def test_a_provider_that_is_away_is_asked_again(known, engine, session, order_id):
    known.act(known.all("plink")[0]["short_url"])
    known.manner = "away"
    with pytest.raises(ProviderAway):
        reconcile.ask(engine, unheard_for=NOTHING)
    known.manner = ""
    assert reconcile.ask(engine, unheard_for=NOTHING).reports == 1


def test_a_late_payment_goes_back_once_and_the_shopper_is_told(known, engine, session, order_id, deliver_all, mailbox):
    pay(known, engine, order_id, late=True)
    payment, kinds = standing(engine, session, order_id)
    assert (payment.status, kinds) == ("expired", ["expiry", "surplus"])
    known.manner = "away"
    deliver_all("send_refund")
    assert known.all("rfnd") == []
    known.manner = ""
    deliver_all("send_refund")
    deliver_all("mail_payment_surplus")
    [refund], [paid] = known.all("rfnd"), known.all("pay")
    assert (refund["payment_id"], refund["amount"]) == (paid["id"], paid["amount"])
    payment, kinds = standing(engine, session, order_id)
    assert (payment.refund_pending, kinds[-1]) == (0, "refund_sent")
    assert "goes back to you" in mailbox.mails[-1]["subject"]


def test_a_worker_that_died_after_the_provider_paid_back_does_not_pay_twice(
    known, engine, session, order_id, deliver_all
):
    pay(known, engine, order_id, late=True)
    deliver_all("send_refund")
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET done_at = NULL, taken_at = NULL WHERE consumer = 'send_refund'"))
    deliver_all("send_refund")
    assert len(known.all("rfnd")) == 1
    assert standing(engine, session, order_id)[1].count("refund_sent") == 1


def test_a_closed_link_is_not_asked_for_again(known, engine, session, order_id):
    [link] = known.all("plink")
    known.keep(link | {"status": "expired"})
    assert reconcile.ask(engine, unheard_for=NOTHING).reports == 1
    assert reconcile.ask(engine, unheard_for=NOTHING).links == 0
    with engine.begin() as connection:
        reconcile.apply(connection, Report(kind="closed", link_id="plink_unknown"), now())
        assert connection.scalar(text("SELECT count(*) FROM payment_notice")) == 1
