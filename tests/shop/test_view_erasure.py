"""Which texts of a saved view name a shopper."""

import pytest

from shop.saved_views.erasure import Contact, names

ASHA = Contact("Asha Verma", "asha.verma@swarna.example", "+91 98410 55001")


@pytest.mark.parametrize(
    "text",
    [
        "Asha Verma",
        "  asha   VERMA ",
        "Orders of Asha Verma, Chennai",
        "asha.verma@swarna.example",
        "asha.verma@",
        "ASHA.VERMA@swarna",
        "+919841055001",
        "098410 55001",
        "9841055001",
    ],
)
def test_a_whole_name_a_mail_and_a_phone_name_the_shopper(text):
    assert names(text, ASHA)


@pytest.mark.parametrize(
    "text", ["", "Asha", "Verma", "Ashavati Verma", "Asha Vermani", "@swarna.example", "55001", "1047", "packed", "me"]
)
def test_a_part_that_others_share_does_not(text):
    assert not names(text, ASHA)


def test_an_empty_contact_is_named_by_nothing():
    assert not any(names(text, Contact("", "", "")) for text in ("", "Asha", "@", "9841055001"))
