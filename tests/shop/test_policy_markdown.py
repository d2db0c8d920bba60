"""The Markdown of policy pages: what it may contain, and the values of settings in it."""

import pytest

from shop.errors import Invalid
from shop.policies import markdown
from shop.policies.pages import PolicyPage, default_text
from shop.settings import Settings


def config_of(**given: object) -> Settings:
    return Settings(database_url="postgresql://nowhere/none", secret_key="t" * 40, **{"return_days": 12} | given)


def render(text: str) -> str:
    return markdown.render(text, config_of())


def default_html(page: PolicyPage, **given: object) -> str:
    config = config_of(**given)
    return markdown.render(default_text(page, config), config)


def test_values_of_settings_are_inserted():
    assert render("Return it within {returnDays} days.") == "<p>Return it within 12 days.</p>\n"


def test_an_unknown_value_is_refused():
    with pytest.raises(Invalid, match=r"There is no value {days}\. Choose from {returnDays}"):
        render("Within {days} days")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "[here](javascript:alert(1))",
        "[here](data:text/html,hello)",
        "![picture](https://elsewhere.example/pixel.gif)",
    ],
)
def test_nothing_that_acts_is_rendered(text):
    html = render(text)
    assert not any(tag in html for tag in ("<script", "<img", 'href="javascript', 'href="data'))


@pytest.mark.parametrize("page", PolicyPage)
def test_default_texts_are_rendered(page):
    for days in (0, 12):
        html = default_html(page, return_days=days)
        assert "<h2>" in html
        assert "{" not in html


UPI = {"upi_id": "swarna@testbank"}
BANK = {"bank_account": "123456789012", "bank_ifsc": "TEST0123456"}
ONLINE = {"razorpay_key_id": "key", "razorpay_key_secret": "s", "razorpay_webhook_secret": "w"}
CHOICE = "You can choose among the ways that checkout offers."
LIMIT = "Orders of up to ₹1,99,999.00 can be paid on delivery."
WAIT = "is cancelled if no payment has arrived 72 hours later; we remind you after 24 hours."


@pytest.mark.parametrize(
    ("given", "terms"),
    [
        (UPI | BANK, f"{CHOICE} {LIMIT} An order that is to be paid by UPI or bank transfer {WAIT}"),
        (UPI | {"cod_limit": 0}, f"An order that is to be paid by UPI {WAIT}"),
        (BANK, f"{CHOICE} {LIMIT} An order that is to be paid by bank transfer {WAIT}"),
        (ONLINE, f"{CHOICE} {LIMIT}"),
        (ONLINE | {"cod_limit": 0}, "Orders are paid online."),
        ({}, "Orders are paid on delivery."),
        ({"cod_limit": 0}, "Orders are paid on delivery."),
        (
            UPI | {"cod_limit": 0, "payment_hours": 1.5, "payment_reminder_hours": 1},
            f"An order that is to be paid by UPI {WAIT.replace('72 hours', '1.5 hours').replace('24 hours', '1 hour')}",
        ),
        (
            UPI | {"cod_limit": 0, "payment_hours": 24},
            "An order that is to be paid by UPI is cancelled if no payment has arrived 24 hours later.",
        ),
    ],
)
def test_the_terms_name_the_ways_to_pay_that_the_shop_offers(given, terms):
    assert f"<h2>Payment</h2>\n<p>{terms}</p>\n" in default_html(PolicyPage.TERMS, **given)


@pytest.mark.parametrize(("days", "period"), [(30, "30 days"), (1, "1 day")])
def test_default_texts_say_how_long_a_piece_can_be_returned(days, period):
    returns, terms, sizes = (
        default_html(page, return_days=days) for page in (PolicyPage.RETURNS, PolicyPage.TERMS, PolicyPage.SIZE_GUIDE)
    )
    assert returns.startswith(f"<p>You have {period} from the delivery to change your mind about a piece.</p>\n")
    assert f"until it is packed, and return it within {period} of its delivery: see" in terms
    assert f"A piece of another size can be returned within {period}.</p>" in sizes


def test_default_texts_promise_no_return_where_the_shop_takes_none():
    pages = [default_html(page, return_days=0) for page in PolicyPage]
    assert not any(
        words in html for html in pages for words in ("0 days", "can be returned", "return it", "How to return")
    )
    assert "We take no piece back because you have changed your mind" in default_html(PolicyPage.RETURNS, return_days=0)


def test_values_of_earlier_texts_are_still_inserted():
    text = "{returnDays} {paymentHours} {reminderHours} {payOnDeliveryLimit}"
    assert render(text) == "<p>12 72 24 ₹1,99,999.00</p>\n"
