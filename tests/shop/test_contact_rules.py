"""Which addresses and phone numbers are valid."""

import pytest

from shop.customers import contact_rules
from shop.customers.contact_rules import COUNTRIES


@pytest.mark.parametrize(
    "phone",
    [
        "1234567",
        "+91 98410 55001",
        "+91-98410-55001",
        "(044) 2345 6789",
        "(+91) 98410.55001",
        "0044/20/79460958",
        "1" * 15,
    ],
)
def test_a_phone_number_has_7_to_15_digits_with_the_usual_signs(phone):
    assert contact_rules.is_phone(phone)


@pytest.mark.parametrize(
    "phone",
    [
        "",
        "abc",
        "123456",
        "1" * 16,
        "98410 5500x",
        "+",
        "98410+55001",
        "९८४१०५५००१",
        "1234567\n",
        "-1234567",
        "1    234567",
    ],
)
def test_other_texts_are_no_phone_numbers(phone):
    assert not contact_rules.is_phone(phone)


@pytest.mark.parametrize(
    ("country", "zip_code", "is_fit"),
    [
        *((("India", code, True)) for code in ("600001", "600 001", "110099")),
        *(
            (("India", code, False))
            for code in ("12", "000000", "012345", "ABCDEF", "6000011", "60 0001", "६००००१", "600001\n")
        ),
        *((("USA", code, True)) for code in ("90001", "10001-1234", "00501")),
        *((("USA", code, False)) for code in ("9000", "900011", "90001-12", "ABCDE")),
        *((("UK", code, True)) for code in ("SW1A 1AA", "EH1 1YZ", "cf101ep", "M1 1AE")),
        *((("UK", code, False)) for code in ("600001", "SW1A", "1AA SW1A", "SW1A  1AA")),
        *((("Mars", code, True)) for code in ("600001", "90001")),
        ("Mars", "12", False),
    ],
)
def test_a_postal_code_is_checked_by_country(country, zip_code, is_fit):
    assert (contact_rules.zip_code_problem(zip_code, country) is None) is is_fit


def test_a_state_is_checked_by_country_and_a_city_by_state():
    assert contact_rules.country_problem("India") is None
    assert contact_rules.country_problem("india") == "Please choose a country: India, USA or UK"
    assert contact_rules.state_problem("Kerala", "India") is None
    assert (
        contact_rules.state_problem("Texas", "India")
        == "Please choose a state of India: Tamil Nadu, Kerala or Karnataka"
    )
    assert contact_rules.city_problem("Kochi", "Kerala", "India") is None
    assert contact_rules.city_problem("Los Angeles", "Tamil Nadu", "India") == (
        "Please choose a city of Tamil Nadu: Chennai, Coimbatore or Madurai"
    )
    assert contact_rules.city_problem("Kochi", "Texas", "India") is None, "the state is at fault"
    assert contact_rules.city_problem("Houston", "Texas", "India") == "Please choose a city from the list"
    assert contact_rules.state_problem("Texas", "Mars") is None, "the country is at fault"
    assert contact_rules.state_problem("Nowhere", "Mars") == "Please choose a state from the list"


def test_the_options_are_those_of_the_product_rules():
    counts = {name: [len(cities) for cities in country.states.values()] for name, country in COUNTRIES.items()}
    assert counts == {"India": [3, 3, 3], "USA": [3, 3, 3], "UK": [3, 2, 2]}
