"""The texts of a saved view that identify a shopper."""

import pytest

from shop.saved_views.erasure import Contact, names

ASHA = Contact("Asha Verma", "asha.verma@swarna.example", "+91 98410 55001")


@pytest.mark.parametrize(
    "text",
    [
        "Asha Verma",
        "  asha   VERMA ",
        "asha.verma",
        "Orders of Asha Verma, Chennai",
        "asha.verma@swarna.example",
        "asha.verma@",
        "ASHA.VERMA@swarna",
        "+919841055001",
        "098410 55001",
        "9841055001",
    ],
)
def test_a_full_name_a_mail_and_a_phone_name_the_shopper(text):
    assert names(text, ASHA)


@pytest.mark.parametrize("name", ["", "Ring", "late", "मोती", "தேவி"])
def test_a_single_word_is_no_full_name(name):
    assert not names(name, Contact(name, "", ""))


@pytest.mark.parametrize(
    ("text", "name", "is_same"),
    [("मोती शर्मा", "मोती शर्मा", True), ("माता शर्मा", "मोती शर्मा", False), ("माता", "मोती", False)],
)
def test_the_vowel_signs_of_a_name_count(text, name, is_same):
    assert names(text, Contact(name, "", "")) is is_same


@pytest.mark.parametrize(
    "text", ["", "Asha", "Verma", "Ashavati Verma", "Asha Vermani", "@swarna.example", "55001", "1047", "packed", "me"]
)
def test_a_part_that_others_share_does_not_name_the_shopper(text):
    assert not names(text, ASHA)


def test_an_empty_contact_is_named_by_nothing():
    assert not any(names(text, Contact("", "", "")) for text in ("", "Asha", "@", "9841055001"))
