"""Which references a text may be. A text that cannot be one runs no query for it."""

import pytest

from shop.order_references.queries import NO_ORDERS, Reference, named_by


@pytest.mark.parametrize(
    "text",
    [None, "", " ", "a", "ring", "lotus", "Asha Verma", "necklaces", "17", "#1042", "R", "R-", "é2é2", "asha@swarna"],
)
def test_names_words_and_short_numbers_ask_nothing(text):
    assert named_by(text) == NO_ORDERS


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (" sw/26-27/000012 ", {"document": "SW/26-27/000012"}),
        ("SWC/26-27/1000000", {"document": "SWC/26-27/1000000"}),
        ("r-12", {"return_number": "12"}),
        ("bangle", {"huid": "BANGLE"}),
        ("ee 12/3-4", {"tracking": "EE12/3-4", "payment": "ee 12/3-4", "transfer": "ee12/34"}),
        ("pay_AbcdEfgh", {"payment": "pay_abcdefgh", "transfer": "pay_abcdefgh"}),
    ],
)
def test_a_text_is_read_as_the_references_that_it_may_be(text, values):
    assert named_by(text).values == values


def test_a_huid_may_be_a_tracking_number_and_a_reference_too():
    named = named_by("ab12c7")
    assert named.values == {"huid": "AB12C7", "tracking": "AB12C7", "payment": "ab12c7", "transfer": "ab12c7"}
    hidden = named_by("ab12c7", hidden=[Reference.PAYMENT, Reference.TRACKING])
    assert hidden.values == {"huid": "AB12C7"}
    assert hidden.queries == named.queries[:1]
