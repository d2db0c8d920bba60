"""The state machine of payments: all transitions."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest

from shop.clock import now
from shop.errors import Conflict, Invalid
from shop.payments import online, rules
from shop.payments.model import EntryKind, Method, PaymentStatus
from shop.payments.rules import MOVES, Who
from shop.payments.state import PaymentState

AT = now()
ASHA, KARTHIK = Who("Asha Verma"), Who("Karthik", 1)
S = PaymentStatus

STEPS = {
    "claim": lambda payment: rules.claim(payment, "400000000001", who=ASHA, at=AT),
    "confirm": lambda payment: rules.confirm(payment, who=KARTHIK, at=AT),
    "reject": lambda payment: rules.reject(payment, "Not there", who=KARTHIK, at=AT),
    "method": lambda payment: rules.change_method(payment, Method.COD, who=ASHA, at=AT),
    "part": lambda payment: rules.refund(payment, Decimal(40), reason="x", reference=None, who=KARTHIK, at=AT),
    "all": lambda payment: rules.refund(
        payment, payment.paid - payment.refunded, reason="x", reference=None, who=KARTHIK, at=AT
    ),
    "expire": lambda payment: rules.expire(payment, at=AT),
    "cancel": lambda payment: rules.cancel(payment, at=AT),
}

ALLOWED = {
    (S.DUE, "claim"): S.CLAIMED,
    (S.DUE, "confirm"): S.PAID,
    (S.DUE, "method"): S.DUE,
    (S.DUE, "expire"): S.EXPIRED,
    (S.DUE, "cancel"): S.CANCELLED,
    (S.CLAIMED, "confirm"): S.PAID,
    (S.CLAIMED, "reject"): S.DUE,
    (S.FAILED, "method"): S.DUE,
    (S.FAILED, "expire"): S.EXPIRED,
    (S.PAID, "part"): S.PART_REFUNDED,
    (S.PAID, "all"): S.REFUNDED,
    (S.PART_REFUNDED, "part"): S.PART_REFUNDED,
    (S.PART_REFUNDED, "all"): S.REFUNDED,
}


def payment(status: PaymentStatus, **fields) -> PaymentState:
    paid = Decimal(100) if status in {S.PAID, S.PART_REFUNDED, S.REFUNDED} else Decimal(0)
    refunded = {S.PART_REFUNDED: Decimal(10), S.REFUNDED: Decimal(100)}.get(status, Decimal(0))
    claim = {"claim_reference": "400000000001", "claim_amount": Decimal(100), "claimed_at": AT}
    of_status = {"paid": paid, "refunded": refunded} | (claim if status is S.CLAIMED else {})
    made = PaymentState(
        order_id=1,
        customer_id=1,
        amount=Decimal(100),
        ordered_at=AT,
        method="upi",
        expires_at=AT + dt.timedelta(days=3),
    )
    return replace(made, status=status.value, **(of_status | fields))


@pytest.mark.usefixtures("shop_settings")
@pytest.mark.parametrize("status", S)
@pytest.mark.parametrize("step", STEPS)
def test_every_step_from_every_status(status, step):
    before = payment(status)
    target = ALLOWED.get((status, step))
    if target is None:
        with pytest.raises(Conflict) as refused:
            STEPS[step](before)
        assert refused.value.code in {"not_possible", "too_much"}
        assert refused.value.data["status"] == status
        return
    move = STEPS[step](before)
    assert (move.after.status, move.after.version) == (target, 2)
    assert target in MOVES[status] or step == "method"


def test_the_moves_are_those_that_the_shop_promises():
    # A further partial refund keeps the status; "failed to due" is a new attempt with a provider.
    assert {status: set(targets) for status, targets in MOVES.items()} == {
        S.DUE: {S.CLAIMED, S.PAID, S.FAILED, S.EXPIRED, S.CANCELLED},
        S.CLAIMED: {S.PAID, S.DUE},
        S.FAILED: {S.DUE, S.EXPIRED},
        S.PAID: {S.PART_REFUNDED, S.REFUNDED},
        S.PART_REFUNDED: {S.PART_REFUNDED, S.REFUNDED},
        S.REFUNDED: set(),
        S.EXPIRED: set(),
        S.CANCELLED: set(),
    }


@pytest.mark.parametrize(
    ("method", "reference", "kept"),
    [
        ("upi", "400000000001", "400000000001"),
        ("upi", " 4000 0000 0001 ", "400000000001"),
        ("bank", "HDFC0000123456789012", "HDFC0000123456789012"),
        ("bank", "hdfcr52026112300", "HDFCR52026112300"),
        ("bank", "A" * 22, "A" * 22),
        ("bank", "4000 0000 0001", "400000000001"),  # of IMPS
    ],
)
def test_references_are_kept_without_blanks(method, reference, kept):
    move = rules.claim(payment(S.DUE, method=method), reference, who=ASHA, at=AT)
    assert (move.reference, move.after.claim_reference, move.amount) == (kept, kept, Decimal(100))


@pytest.mark.parametrize(
    ("method", "reference"),
    [
        ("upi", "40000000000"),
        ("upi", "4000000000011"),
        ("upi", "40000000000A"),
        ("upi", "\u0664" * 12),
        ("bank", "A" * 12),
        ("bank", "4000000000011"),
        ("bank", "A" * 15),
        ("bank", "A" * 23),
        ("bank", "HDFC0000123456_8"),
    ],
)
def test_other_references_are_refused_by_the_rule(method, reference):
    with pytest.raises(Invalid) as refused:
        rules.claim(payment(S.DUE, method=method), reference, who=ASHA, at=AT)
    assert set(refused.value.fields) == {"reference"}


def test_what_was_claimed_is_what_is_paid_although_a_line_was_cancelled_since():
    move = rules.confirm(payment(S.CLAIMED, cancelled=Decimal(30)), who=KARTHIK, at=AT)
    assert (move.amount, move.after.paid, move.after.refund_due, move.after.due) == (100, 100, 30, 0)


@pytest.mark.parametrize("status", [S.DUE, S.CLAIMED])
def test_a_transfer_from_before_a_cancellation_is_booked_as_it_came(status):
    part = payment(status, cancelled=Decimal(30), claim_amount=Decimal(70))
    assert rules.confirm(part, who=KARTHIK, at=AT).amount == 70
    move = rules.confirm(part, who=KARTHIK, at=AT, amount=Decimal(100))
    assert (move.amount, move.after.paid, move.after.refund_due) == (100, 100, 30)
    for amount in ("69.99", "100.01"):
        with pytest.raises(Invalid) as refused:
            rules.confirm(part, who=KARTHIK, at=AT, amount=Decimal(amount))
        assert set(refused.value.fields) == {"amount"}


def test_pieces_that_came_back_before_they_were_paid_are_not_due():
    part = payment(S.DUE, returned_unpaid=Decimal(30))
    assert (part.due, rules.claim(part, "400000000001", who=ASHA, at=AT).amount) == (70, 70)
    exact = rules.confirm(part, who=KARTHIK, at=AT)
    whole = rules.confirm(part, who=KARTHIK, at=AT, amount=Decimal(100))
    assert [(step.amount, step.after.refund_due) for step in (exact, whole)] == [(70, 0), (100, 30)]


def test_money_that_came_although_all_came_back_is_noted_as_it_came():
    nothing = payment(S.DUE, method="cod", returned_unpaid=Decimal(100))
    with pytest.raises(rules.NotPossible):
        rules.confirm(nothing, who=KARTHIK, at=AT)
    noted = rules.confirm(nothing, who=KARTHIK, at=AT, amount=Decimal(60))
    assert (noted.after.paid, noted.after.refund_due) == (60, 60)


def test_a_rejected_claim_leaves_time_to_mend_it():
    late = payment(S.CLAIMED, expires_at=AT - dt.timedelta(hours=1), remind_at=AT - dt.timedelta(hours=49))
    move = rules.reject(late, "Not there", who=KARTHIK, at=AT)
    assert (move.after.expires_at, move.after.remind_at) == (AT + dt.timedelta(hours=24), None)
    assert move.after.rejection == "Not there"
    early = replace(late, expires_at=AT + dt.timedelta(hours=49), remind_at=AT + dt.timedelta(hours=1))
    kept = rules.reject(early, "Not there", who=KARTHIK, at=AT).after
    assert (kept.expires_at, kept.remind_at) == (early.expires_at, early.remind_at)


def test_what_is_paid_is_no_longer_rejected():
    rejected = payment(S.DUE, rejection="Not there")
    assert rules.confirm(rejected, who=KARTHIK, at=AT).after.rejection is None
    [paid] = online.receive(rejected, "pay_1", Decimal(100), at=AT)
    assert paid.after.rejection is None


def test_less_than_is_due_pays_nothing_and_goes_back():
    for status in (S.DUE, S.FAILED):
        [step] = online.receive(payment(status, method="online"), "pay_1", Decimal(70), at=AT)
        assert (step.kind, step.after.status, step.after.paid) == (EntryKind.SURPLUS, status, 0)
        assert (step.after.surplus, step.after.refund_pending) == (70, 70)


def test_who_tries_again_is_not_reminded_of_what_passed_while_the_payment_had_failed():
    failed = payment(S.FAILED, method="online")
    for remind_at, kept in ((AT - dt.timedelta(hours=1), None), (AT, None), (AT + dt.timedelta(hours=1),) * 2):
        retried = online.retry(replace(failed, remind_at=remind_at), who=ASHA, at=AT)
        assert (retried.after.status, retried.after.remind_at) == (S.DUE, kept)


def test_a_refused_page_is_listed_without_the_address_that_the_provider_repeats():
    due, said = payment(S.DUE, method="online"), "asha@mail.example is no email. "
    notice = online.refused_page(due, said, number=1, at=AT)
    assert notice.values["problem"] == "page refused: [address] is no email"
    assert "It says: asha@mail.example is no email. Nothing" in str(online.not_taken(due, said))


def test_more_than_was_paid_is_never_refunded():
    paid = payment(S.PART_REFUNDED)
    left = replace(paid, paid=paid.refunded + Decimal(425_108))
    with pytest.raises(rules.TooMuch, match=r"^At most ₹4,25,108\.00 of order"):
        rules.refund(left, Decimal("425108.01"), reason="x", reference=None, who=KARTHIK, at=AT)


def test_no_more_is_owed_for_cancelled_lines_than_is_left_of_the_money():
    generous = payment(S.PART_REFUNDED, refunded=Decimal(90), refunded_for_returns=Decimal(90), cancelled=Decimal(60))
    assert generous.refund_due == 10


@pytest.mark.usefixtures("shop_settings")
def test_another_method_keeps_the_times_of_the_order():
    before = payment(S.DUE)
    bank = rules.change_method(before, Method.BANK, who=ASHA, at=AT).after
    assert bank.expires_at == before.expires_at
    cod = rules.change_method(bank, Method.COD, who=ASHA, at=AT).after
    assert cod.expires_at is None
    assert rules.change_method(cod, Method.UPI, who=ASHA, at=AT).after.expires_at == AT + dt.timedelta(hours=72)
    with pytest.raises(Invalid):
        rules.change_method(payment(S.DUE, amount=Decimal(200_000)), Method.COD, who=ASHA, at=AT)
    with pytest.raises(Invalid):
        rules.change_method(before, Method.ONLINE, who=ASHA, at=AT)


@pytest.mark.usefixtures("shop_settings")
def test_an_order_that_is_being_packed_is_not_paid_on_delivery_any_more():
    begun = payment(S.DUE, is_begun=True)
    with pytest.raises(rules.NotPossible, match="Order 1 is being packed already"):
        rules.change_method(begun, Method.COD, who=ASHA, at=AT)
    assert rules.change_method(begun, Method.BANK, who=ASHA, at=AT).after.method == "bank"


@pytest.mark.usefixtures("shop_settings")
def test_a_transfer_has_its_own_time_although_the_order_was_to_be_paid_online():
    soon = AT + dt.timedelta(minutes=30)
    online = payment(S.DUE, method="online", expires_at=soon, remind_at=None)
    later = AT + dt.timedelta(minutes=25)
    bank = rules.change_method(online, Method.BANK, who=ASHA, at=later).after
    assert (bank.expires_at, bank.remind_at) == (AT + dt.timedelta(hours=72), AT + dt.timedelta(hours=24))
    longer = replace(online, expires_at=AT + dt.timedelta(hours=96))
    assert rules.change_method(longer, Method.BANK, who=ASHA, at=later).after.expires_at == longer.expires_at
