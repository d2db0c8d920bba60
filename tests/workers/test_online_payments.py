"""Workers request each refund from the payment provider once, and poll the state of open payment links."""

import datetime as dt
import time
from contextvars import copy_context
from dataclasses import replace
from decimal import Decimal

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session
from structlog.testing import capture_logs
from typer.testing import CliRunner

from shop.cli.app import app
from shop.clock import now
from shop.db.query import send
from shop.events import retries
from shop.observability.logs import request_id
from shop.operations import queries as operations
from shop.operations.incidents import Incidents
from shop.orders import consistency
from shop.payments import online, provider, reconcile, refunds, rules, writes
from shop.payments.model import Method, PaymentEntry
from shop.payments.provider import ProviderAway, Report
from shop.payments.rules import NotPossible, Who
from shop.reports import queries as report_queries
from shop.reports.settlements import settlements
from shop.text.formatting import indian_rupees
from tests.support import factories
from tests.support.database import full_scans
from tests.support.payment_provider import payment_provider
from workers.queue_metrics import QueueCollector

NOTHING = dt.timedelta()


@pytest.fixture
def known(tmp_path, shop_settings, mailbox):
    """Run a payment provider with the settings of the tests' mail server."""
    from shop.settings import settings  # noqa: PLC0415 - read after the mailbox has changed them

    with payment_provider(tmp_path, settings()) as made:
        yield made


@pytest.fixture
def order_id(session, engine, known) -> int:
    """Place an order with a payment link, and return its id."""
    factories.set_gold_rate(session)
    return place_online(session, engine, factories.register_shopper(session, "Asha Verma", "asha@mail.example"))


def place_online(session, engine, shopper) -> int:
    placed = factories.order(session, shopper, [factories.stock_product(session, name="Lotus Ring")])
    session.execute(
        text("""
            UPDATE payment SET method = 'online', expires_at = now() + interval '30 minutes' WHERE order_id = :id
        """),
        {"id": placed.id},
    )
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


def settlements_of(engine, order_id: int) -> list[tuple[str, str | None]]:
    """Return the state and the reference of each refund, as the reports show them."""
    with Session(engine) as session:
        found = settlements(session.execute(report_queries.ledgers([order_id])))
    return [(settlement.state, settlement.reference) for settlement in found.values()]


def pay(known, engine, order_id: int, *, late: bool = False) -> None:
    [link] = known.all("plink")
    known.act(link["short_url"])
    if late:
        with engine.begin() as connection:
            connection.execute(text("UPDATE payment SET expires_at = now() - interval '1 second'"))
        from workers import payment_deadlines  # noqa: PLC0415 - imported after this test has changed the settings

        payment_deadlines.settle(engine, now())
    reconcile.ask(engine, unheard_for=NOTHING)


def test_a_payment_whose_webhook_was_lost_is_found_by_asking(known, engine, session, order_id):
    assert reconcile.ask(engine, unheard_for=dt.timedelta(minutes=5)).links == 0
    with engine.begin() as connection:
        connection.execute(text("UPDATE payment_link SET asked_at = now() - interval '6 minutes'"))
        connection.execute(
            text(
                "INSERT INTO process (name, kinds, detail, started_at, seen_at)"
                " VALUES ('relay', '{relay}', :d, now(), now())"
            ),
            {"d": '{"troubles": [{"kind": "payments", "reason": "no route", "ago": 1}]}'},
        )
    figures = {family.name: family.samples[0].value for family in QueueCollector(engine).collect()}
    assert (figures["shop_payments_unheard"], figures["shop_payment_provider_away"]) == (1, 1)
    pay(known, engine, order_id)
    payment, kinds = standing(engine, session, order_id)
    assert (payment.status, kinds) == ("paid", ["payment"])
    assert reconcile.ask(engine, unheard_for=NOTHING).links == 0


def test_a_reported_payment_is_found_by_index(engine, order_id):
    with engine.connect() as connection:
        connection.execute(
            text("""
                INSERT INTO payment_entry (order_id, version, kind, from_status, to_status, method, reference, at)
                SELECT :id, n, 'failure', 'due', 'failed', 'online', 'pay_' || n, now()
                FROM generate_series(2, 5001) AS n
            """),
            {"id": order_id},
        )
        connection.execute(text("ANALYZE payment_entry"))
        *_, known = online.load_locked(order_id, "pay_1000")
        scans_before = full_scans(connection, {"payment_entry"})
        [[entry]] = send(connection, known)
        assert entry.kind == "failure"
        assert full_scans(connection, {"payment_entry"}) == scans_before


def test_a_provider_that_is_away_is_asked_again(known, engine, session, order_id):
    known.act(known.all("plink")[0]["short_url"])
    known.manner = "away"
    with pytest.raises(ProviderAway):
        reconcile.ask(engine, unheard_for=NOTHING)
    known.manner = ""
    assert reconcile.ask(engine, unheard_for=NOTHING).reports == 1


def break_links(known, monkeypatch, *ids: str) -> None:
    """Let the provider return invalid data for these links."""
    get = known.get
    monkeypatch.setattr(known, "get", lambda id_: ["broken"] if id_ in ids else get(id_))


def let_all_be_due(engine) -> None:
    """Let five minutes pass for each link and refund. The first one is checked first."""
    with engine.begin() as connection:
        due = "now() - interval '1 hour' + order_id * interval '1 microsecond'"
        for table in ("payment_link", "payment_refund"):
            connection.execute(text(f"UPDATE {table} SET asked_at = {due}"))


def unheard(engine) -> float:
    """Return the figure of the alert about open links and refunds without a report."""
    return next(f.samples[0].value for f in QueueCollector(engine).collect() if f.name == "shop_payments_unheard")


def test_a_link_that_the_provider_cannot_answer_delays_no_other(known, engine, session, order_id, monkeypatch):
    for name in ("Ben Thomas", "Chitra Rao"):
        shopper = factories.register_shopper(session, name, f"{name.split()[0]}@mail.example")
        other = place_online(session, engine, shopper)
    links = known.all("plink")
    known.act(links[2]["short_url"])
    let_all_be_due(engine)
    break_links(known, monkeypatch, links[0]["id"])
    five_minutes = dt.timedelta(minutes=5)
    asked = reconcile.ask(engine, unheard_for=five_minutes)
    assert (asked.links, asked.unanswered) == (3, [order_id])
    assert reconcile.ask(engine, unheard_for=five_minutes).links == 0
    assert standing(engine, session, other)[0].status == "paid"


@pytest.mark.parametrize("answered", [0, 1])
def test_a_provider_that_does_not_answer_twice_in_a_row_is_away(
    known, engine, session, order_id, monkeypatch, answered
):
    for name in ("Ben Thomas", "Chitra Rao"):
        place_online(session, engine, factories.register_shopper(session, name, f"{name.split()[0]}@mail.example"))
    let_all_be_due(engine)
    with monkeypatch.context() as away:
        break_links(known, away, *(link["id"] for link in known.all("plink")[answered:]))
        with pytest.raises(ProviderAway):
            reconcile.ask(engine, unheard_for=dt.timedelta(minutes=5))
    assert unheard(engine) == 3 - answered
    assert reconcile.ask(engine, unheard_for=dt.timedelta(minutes=5)).links == 3 - answered


def test_the_command_names_the_orders_about_which_there_was_no_answer(known, engine, session, order_id, monkeypatch):
    other = place_online(session, engine, factories.register_shopper(session, "Ben Thomas", "ben@mail.example"))
    [broken, paid] = known.all("plink")
    known.act(paid["short_url"])
    let_all_be_due(engine)
    break_links(known, monkeypatch, broken["id"])
    result = CliRunner().invoke(app, ["payments", "reconcile"])
    assert result.exit_code == 0, result.output
    assert f"no answer about: order {order_id}. Run the command again" in result.output
    assert standing(engine, session, other)[0].status == "paid"


def test_the_command_fails_if_the_provider_refuses_the_key(known, engine, session, order_id, deliver_all, monkeypatch):
    paid_and_refunded(known, engine, session, order_id)
    known.manner = "bounce"
    deliver_all("send_refund")
    place_online(session, engine, factories.register_shopper(session, "Ben Thomas", "ben@mail.example"))
    let_all_be_due(engine)
    monkeypatch.setenv("SHOP_RAZORPAY_KEY_SECRET", "the key that replaced the shop's")
    result = CliRunner().invoke(app, ["payments", "reconcile"])
    assert result.exit_code == 1, result.output
    assert "does not answer just now" in result.output
    assert "status 401: Authentication failed\n" in result.output
    assert unheard(engine) == 2


def test_the_command_fails_if_the_provider_does_not_know_a_link(known, engine, session, order_id):
    other = place_online(session, engine, factories.register_shopper(session, "Ben Thomas", "ben@mail.example"))
    known.act(known.all("plink")[1]["short_url"])
    with engine.begin() as connection:
        connection.execute(text("UPDATE payment_link SET id = 'of_test_mode' WHERE order_id = :id"), {"id": order_id})
    let_all_be_due(engine)
    asked = reconcile.ask(engine, unheard_for=dt.timedelta(minutes=5))
    assert asked.refused == {"of_test_mode": "The id does not exist"}
    assert (standing(engine, session, other)[0].status, unheard(engine)) == ("paid", 0)
    result = CliRunner().invoke(app, ["payments", "reconcile"])
    assert result.exit_code == 1, result.output
    assert "1 were refused: The id does not exist\n" in result.output


def test_the_relay_tells_that_the_provider_refuses_the_key(known, engine, order_id, monkeypatch):
    from workers.relay_threads import provider_inquiry  # noqa: PLC0415 - imported after this test has changed the settings

    let_all_be_due(engine)
    incidents = Incidents()
    monkeypatch.setattr(provider_inquiry, "incidents", incidents)
    monkeypatch.setattr(provider_inquiry, "PAUSE_SECONDS", 0.05)
    monkeypatch.setenv("SHOP_RAZORPAY_KEY_SECRET", "the key that replaced the shop's")
    inquiry = provider_inquiry.ProviderInquiry(engine)
    with capture_logs() as logs:
        inquiry.start()
        until = time.monotonic() + 10
        while not incidents.recent() and time.monotonic() < until:
            time.sleep(0.05)
        inquiry.stop()
        inquiry.join()
    [incident] = incidents.recent()
    assert incident["kind"] == "payments"
    assert "status 401: Authentication failed" in incident["reason"]
    of_provider = [each for each in logs if "payment" in each["event"]]  # threads of earlier tests may log too
    assert [(each["event"], "does not answer" in each.get("reason", "")) for each in of_provider] == [
        ("payments are not checked: the provider or the database is unavailable", True)
    ]
    assert unheard(engine) == 1


def test_the_command_skips_and_names_an_order_that_is_locked(known, engine, session, order_id):
    other = place_online(session, engine, factories.register_shopper(session, "Ben Thomas", "ben@mail.example"))
    for link in known.all("plink"):
        known.act(link["short_url"])
    let_all_be_due(engine)
    with engine.begin() as connection:
        connection.execute(text("SELECT FROM payment WHERE order_id = :id FOR UPDATE"), {"id": order_id})
        result = CliRunner().invoke(app, ["payments", "reconcile"])
    assert result.exit_code == 0, result.output
    assert f"order {order_id}. Run the command again" in result.output
    assert (standing(engine, session, other)[0].status, unheard(engine)) == ("paid", 1)
    assert reconcile.ask(engine, unheard_for=dt.timedelta(minutes=5)).reports == 1
    assert "Skipped" not in CliRunner().invoke(app, ["payments", "reconcile"]).output
    assert standing(engine, session, order_id)[0].status == "paid"


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
    assert settlements_of(engine, order_id) == [("sent", refund["id"])]
    assert "goes back to you" in mailbox.mails[-1]["subject"]


def test_a_payment_of_less_than_is_due_goes_back_and_the_mail_says_what_is_still_due(
    engine, session, order_id, deliver_all, mailbox
):
    with engine.begin() as connection:
        payment = state(connection, order_id)
        [step] = online.receive(payment, "pay_part", payment.due - 1, at=now())
        send(connection, *writes.move(step), online.request_refund(step))
    assert deliver_all("mail_payment_surplus") == 1
    [mail] = mailbox.mails
    for kind in ("plain", "html"):
        content = " ".join(mail.get_body((kind,)).get_content().split())
        assert "your payment was for an amount that has changed since" in content
        assert f"{indian_rupees(payment.due)} is still to be paid" in content
        assert "nothing was to be paid" not in content


def test_a_second_surplus_is_told_with_its_own_amount(engine, session, order_id, deliver_all, mailbox):
    for payment_id, amount in (("pay_first", 1000), ("pay_second", 250)):
        with engine.begin() as connection:
            connection.execute(text("UPDATE payment SET status = 'expired'"))
            [step] = online.receive(state(connection, order_id), payment_id, Decimal(amount), at=now())
            send(connection, *writes.move(step), online.request_refund(step))
    assert deliver_all("mail_payment_surplus") == 2
    for mail, amount in zip(mailbox.mails, ("₹1,000.00", "₹250.00"), strict=True):
        for kind in ("plain", "html"):
            assert f"We send {amount} back" in mail.get_body((kind,)).get_content()


def test_a_worker_that_died_after_the_provider_paid_back_does_not_pay_twice(
    known, engine, session, order_id, deliver_all
):
    pay(known, engine, order_id, late=True)
    deliver_all("send_refund")
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET done_at = NULL, taken_at = NULL WHERE consumer = 'send_refund'"))
    assert deliver_all("send_refund") == 1
    assert len(known.all("rfnd")) == 1
    assert standing(engine, session, order_id)[1].count("refund_sent") == 1


def paid_and_refunded(known, engine, session, order_id: int) -> None:
    """Pay the order, and refund a part of it as staff."""
    pay(known, engine, order_id)
    with engine.begin() as connection:
        payment = state(connection, order_id)
        step = rules.refund(payment, Decimal(500), reason="Scratched", reference=None, who=online.THE_SHOP, at=now())
        send(connection, *writes.move(step), online.request_refund(step))


def test_a_refund_is_mailed_once_when_the_provider_has_taken_it(known, engine, session, order_id, deliver_all, mailbox):
    paid_and_refunded(known, engine, session, order_id)
    deliver_all("mail_refund_sent")
    assert mailbox.mails == []
    for _ in range(2):
        deliver_all("send_refund")
        with engine.begin() as connection:
            connection.execute(
                text("UPDATE delivery SET done_at = NULL, taken_at = NULL WHERE consumer = 'send_refund'")
            )
    deliver_all("mail_refund_sent")
    [mail] = mailbox.mails
    [refund] = known.all("rfnd")
    assert "on its way" in mail["subject"]
    text_of = mail.get_body(("plain",)).get_content()
    assert "500" in text_of
    assert refund["id"] in text_of


def test_a_refund_that_fails_later_is_shown_and_tried_again(known, engine, session, order_id, deliver_all):
    paid_and_refunded(known, engine, session, order_id)
    known.manner = "bounce"
    deliver_all("send_refund")
    assert standing(engine, session, order_id)[0].refund_pending == 0
    assert reconcile.ask(engine, unheard_for=NOTHING).refunds == 1
    payment, kinds = standing(engine, session, order_id)
    assert (payment.refund_pending, payment.refund_failed, payment.refunded) == (500, 500, 500)
    assert kinds == ["payment", "refund", "refund_sent", "refund_failed"]
    assert settlements_of(engine, order_id) == [("failed", known.all("rfnd")[0]["id"])]
    assert reconcile.ask(engine, unheard_for=NOTHING).refunds == 0
    figures = {family.name: family.samples[0].value for family in QueueCollector(engine).collect()}
    assert (figures["shop_refunds_failing"], figures["shop_payments_unheard"]) == (1, 0)
    with engine.connect() as connection:
        assert connection.execute(operations.STATE).one().failed_refunds == [order_id]
    known.manner = ""
    with engine.begin() as connection:
        *_, rows = send(connection, *writes.load_locked(order_id), refunds.failed(order_id))
        _, statements = refunds.retry(state(connection, order_id), rows, who=Who("Karthik", 1), at=now())
        send(connection, *statements)
        with pytest.raises(NotPossible):
            refunds.retry(state(connection, order_id), [], who=Who("Karthik", 1), at=now())
    deliver_all("send_refund")
    payment, kinds = standing(engine, session, order_id)
    assert (payment.refund_pending, payment.refund_failed, kinds[-2:]) == (0, 0, ["refund_retry", "refund_sent"])
    assert [each["status"] for each in known.all("rfnd")] == ["failed", "processed"]
    assert {each["payment_id"] for each in known.all("rfnd")} == {known.all("pay")[0]["id"]}
    assert settlements_of(engine, order_id) == [("sent", known.all("rfnd")[1]["id"])]


def test_a_refused_refund_has_failed_and_is_tried_again(known, engine, session, order_id, deliver_all):
    paid_and_refunded(known, engine, session, order_id)
    [paid] = known.all("pay")
    theirs = known.refund(paid, paid["amount"], "from the dashboard")
    deliver_all("send_refund")
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET done_at = NULL, taken_at = NULL WHERE consumer = 'send_refund'"))
    deliver_all("send_refund")
    payment, kinds = standing(engine, session, order_id)
    assert (payment.refund_pending, payment.refund_failed, kinds[-1]) == (500, 500, "refund_refused")
    with engine.begin() as connection:
        assert connection.scalar(text("SELECT done_at FROM delivery WHERE consumer = 'send_refund'")) is not None
        *_, rows = send(connection, *writes.load_locked(order_id), refunds.failed(order_id))
        _, statements = refunds.retry(state(connection, order_id), rows, who=Who("Karthik", 1), at=now())
        send(connection, *statements)
    known.store(theirs | {"status": "failed"})
    deliver_all("send_refund")
    payment, kinds = standing(engine, session, order_id)
    assert (payment.refund_pending, payment.refund_failed, kinds[-2:]) == (0, 0, ["refund_retry", "refund_sent"])
    assert [each["payment_id"] for each in known.all("rfnd")] == [paid["id"]] * 2
    assert settlements_of(engine, order_id) == [("sent", known.all("rfnd")[1]["id"])]


def test_a_refund_waits_while_the_provider_refuses_the_key(known, engine, session, order_id, deliver_all, monkeypatch):
    paid_and_refunded(known, engine, session, order_id)
    with monkeypatch.context() as provider_has_another_key:
        provider_has_another_key.setenv("SHOP_RAZORPAY_KEY_SECRET", "rotated")
        for _ in range(retries.MAX_ATTEMPTS + 1):
            deliver_all("send_refund")
    payment, kinds = standing(engine, session, order_id)
    assert (payment.refund_pending, payment.refund_failed, kinds[-1]) == (500, 0, "refund")
    with engine.connect() as connection:
        of_refund = "FROM delivery WHERE consumer = 'send_refund'"
        error, dead_at = connection.execute(text(f"SELECT last_error, dead_at {of_refund}")).one()
        assert error.startswith("ProviderAway")
        assert dead_at is None
    deliver_all("send_refund")
    payment, kinds = standing(engine, session, order_id)
    assert (payment.refund_pending, payment.refund_failed, kinds[-1]) == (0, 0, "refund_sent")


def test_a_refund_waits_while_the_provider_works_on_another_of_the_same_payment(
    known, engine, session, order_id, deliver_all
):
    paid_and_refunded(known, engine, session, order_id)
    known.manner = "busy"
    for _ in range(retries.MAX_ATTEMPTS + 1):
        deliver_all("send_refund")
    payment, kinds = standing(engine, session, order_id)
    assert (payment.refund_pending, payment.refund_failed, kinds[-1]) == (500, 0, "refund")
    known.manner = ""
    deliver_all("send_refund")
    payment, kinds = standing(engine, session, order_id)
    assert (payment.refund_pending, payment.refund_failed, kinds[-1]) == (0, 0, "refund_sent")


def test_a_refund_for_which_the_provider_has_been_busy_for_an_hour_is_decided_by_staff(
    known, engine, session, order_id, deliver_all
):
    paid_and_refunded(known, engine, session, order_id)
    known.manner = "busy"
    deliver_all("send_refund")
    with engine.begin() as connection:
        connection.execute(text("UPDATE domain_event SET occurred_at = now() - interval '61 minutes'"))
    deliver_all("send_refund")
    payment, kinds = standing(engine, session, order_id)
    assert (payment.refund_pending, payment.refund_failed, kinds[-1]) == (500, 500, "refund_refused")


def test_a_refused_refund_is_sent_by_hand_and_the_shopper_is_told(
    known, engine, session, order_id, deliver_all, mailbox
):
    paid_and_refunded(known, engine, session, order_id)
    [paid] = known.all("pay")
    known.refund(paid, paid["amount"], "from the dashboard")
    deliver_all("send_refund")
    with engine.begin() as connection:
        *_, rows = send(connection, *writes.load_locked(order_id), refunds.failed(order_id))
        who = Who("Karthik", 1)
        _, statements = refunds.send_by_hand(state(connection, order_id), rows, reference="UTR 9", who=who, at=now())
        send(connection, *statements)
    deliver_all("mail_refund_by_hand")
    [mail] = mailbox.mails
    assert mail["subject"] == f"Your money for order {order_id} was sent back"
    for kind in ("plain", "html"):
        content = mail.get_body((kind,)).get_content()
        assert "₹500.00" in content
        assert "UTR 9" in content
    late = provider.Refund(id="rfnd_late", payment_id=paid["id"], amount=Decimal(500), status="processed")
    with engine.begin() as connection:
        for _ in range(2):
            reconcile.apply_refund(connection, replace(late, key=rows[0].id), now())
        notices = connection.scalars(text("SELECT problem FROM payment_notice")).all()
    payment, kinds = standing(engine, session, order_id)
    assert (payment.refund_pending, payment.refund_failed, kinds[-1]) == (0, 0, "refund_by_hand")
    assert notices == ["refund done after it was sent by hand"]
    assert settlements_of(engine, order_id) == [("by_hand", "UTR 9")]


def test_a_refund_that_failed_before_it_was_written_is_written_as_failed(known, engine, session, order_id, deliver_all):
    paid_and_refunded(known, engine, session, order_id)
    known.manner = "bounce"
    deliver_all("no consumer")
    with engine.connect() as connection:
        [delivery] = connection.execute(text("SELECT id FROM delivery WHERE consumer = 'send_refund'")).all()
    provider.refund(known.all("pay")[0]["id"], Decimal(500), key=f"refund-{order_id}-3-{delivery.id}")
    deliver_all("send_refund")
    payment, kinds = standing(engine, session, order_id)
    assert (payment.refund_failed, kinds[-2:]) == (500, ["refund_sent", "refund_failed"])


def test_what_the_provider_says_of_a_refund_counts_once_in_any_order(known, engine, session, order_id, deliver_all):
    paid_and_refunded(known, engine, session, order_id)
    deliver_all("send_refund")
    [made] = known.all("rfnd")
    done = provider.fetch_refund(made["id"])
    failed = replace(done, status="failed")
    with engine.begin() as connection:
        for said in (done, done, failed, failed, done, done, failed):
            reconcile.apply_refund(connection, said, now())
        notices = connection.scalars(text("SELECT problem FROM payment_notice")).all()
    payment, kinds = standing(engine, session, order_id)
    assert (payment.refund_failed, kinds.count("refund_failed")) == (500, 1)
    assert notices == ["refund done after it failed"]


def test_a_refund_that_the_shop_did_not_ask_for_is_listed(known, engine, session, order_id):
    pay(known, engine, order_id)
    theirs = known.refund(known.all("pay")[0], 100, "from the dashboard")
    ours = known.refund(known.all("pay")[0], 100, "by a worker", "refund-1-2-3")
    with engine.begin() as connection:
        for made in (theirs, theirs, ours):
            reconcile.apply_refund(connection, provider.fetch_refund(made["id"]), now())
        [notice] = connection.execute(text("SELECT problem, link_id FROM payment_notice")).all()
    assert notice == ("unknown refund", theirs["id"])


@pytest.mark.parametrize("ending", ["expired", "expired without lines", "method", "moved"])
def test_the_page_of_the_provider_is_closed_with_the_payment(known, engine, session, order_id, deliver_all, ending):
    if ending.startswith("expired"):
        from workers import payment_deadlines  # noqa: PLC0415 - imported after this test has changed the settings

        with engine.begin() as connection:
            if ending == "expired without lines":
                connection.execute(text("DELETE FROM status_change"))
                connection.execute(text("DELETE FROM order_item"))
            connection.execute(text("UPDATE payment SET expires_at = now() - interval '1 second'"))
        payment_deadlines.settle(engine, now())
    elif ending == "moved":
        with engine.begin() as connection:
            connection.execute(online.end_links(order_id, at=now()))
            send(connection, writes.close_links(order_id, at=now()))
    else:
        with engine.begin() as connection:
            step = rules.change_method(state(connection, order_id), Method.COD, who=Who("Asha"), at=now())
            send(connection, *writes.move(step))
    known.manner = "away"
    deliver_all("close_links")
    assert known.all("plink")[0]["status"] == "created"
    known.manner = ""
    deliver_all("close_links")
    assert known.all("plink")[0]["status"] == "cancelled"
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT status FROM payment_link")) == "closed"
    assert standing(engine, session, order_id)[0].status == ("expired" if ending.startswith("expired") else "due")


def test_the_event_that_closes_pages_has_the_id_of_the_request(known, engine, session, order_id):
    step = rules.change_method(state(session.connection(), order_id), Method.COD, who=Who("Asha"), at=now())
    copy_context().run(lambda: (request_id.set("r-1"), send(session.connection(), *writes.move(step))))
    events = session.execute(text("SELECT type, request_id FROM domain_event ORDER BY id DESC LIMIT 2")).all()
    assert sorted(events) == [("payment.changed", "r-1"), ("payment.links_obsolete", "r-1")]


def test_a_page_that_was_made_while_the_amount_changed_is_closed(known, engine, session, order_id, deliver_all):
    with engine.begin() as connection:
        payment = state(connection, order_id)
        connection.execute(text("UPDATE payment_link SET status = 'closed'"))
        link = provider.create_link(
            reference=f"SW{order_id}-2",
            amount=payment.due + 1,
            name="Asha",
            email="a@b.example",
            back_to="http://shop.example/api/payment/callback/razorpay/",
            expires_at=now() + dt.timedelta(minutes=30),
        )
        send(connection, *online.start(payment, link, who=online.THE_SHOP, at=now()))
    deliver_all("close_links")
    assert {each["id"]: each["status"] for each in known.all("plink")}[link.id] == "cancelled"


def test_a_page_that_was_paid_before_it_could_be_closed_is_followed(known, engine, session, order_id, deliver_all):
    known.act(known.all("plink")[0]["short_url"])
    with engine.begin() as connection:
        step = rules.change_method(state(connection, order_id), Method.COD, who=Who("Asha"), at=now())
        send(connection, *writes.move(step))
    deliver_all("close_links")
    payment, kinds = standing(engine, session, order_id)
    assert (payment.status, payment.method, kinds) == ("paid", "online", ["method", "payment"])


def test_a_closed_link_is_not_asked_for_again(known, engine, session, order_id):
    [link] = known.all("plink")
    known.store(link | {"status": "expired"})
    assert reconcile.ask(engine, unheard_for=NOTHING).reports == 1
    assert reconcile.ask(engine, unheard_for=NOTHING).links == 0
    with engine.begin() as connection:
        reconcile.apply(connection, Report(kind="closed", link_id="plink_unknown"), now())
        assert connection.scalar(text("SELECT count(*) FROM payment_notice")) == 1
