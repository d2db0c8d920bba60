"""Which addresses and phone numbers are valid."""

import json
from pathlib import Path

import pytest

from shop.customers import contact_rules
from shop.customers.contact_rules import COUNTRIES
from shop.invoices.states import CODES as GST_CODES


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
    assert contact_rules.state_problem("California", "UK") == "Please choose a state of UK: England, Scotland or Wales"
    assert contact_rules.city_problem("Kochi", "Kerala", "India") is None
    assert contact_rules.city_problem("Los Angeles", "Texas", "USA") == (
        "Please choose a city of Texas: Houston, Dallas or Austin"
    )
    assert contact_rules.city_problem("Kochi", "Texas", "India") is None, "the state is at fault"
    assert contact_rules.city_problem("Houston", "Texas", "India") == "Please choose a city from the list"
    assert contact_rules.state_problem("Texas", "Mars") is None, "the country is at fault"
    assert contact_rules.state_problem("Nowhere", "Mars") == "Please choose a state from the list"


def test_the_options_are_those_of_the_product_rules():
    counts = {name: [len(cities) for cities in country.states.values()] for name, country in COUNTRIES.items()}
    assert (counts["USA"], counts["UK"]) == ([3, 3, 3], [3, 2, 2])
    options = {
        "Tamil Nadu": ("Chennai", "Coimbatore", "Madurai"),
        "Kerala": ("Kochi", "Thiruvananthapuram", "Kozhikode"),
        "Karnataka": ("Bengaluru", "Mysuru", "Mangaluru"),
    }
    states = COUNTRIES["India"].states
    assert {state: cities[:3] for state, cities in list(states.items())[:3]} == options
    assert set(states) == set(GST_CODES), "every state and union territory"


def test_in_india_other_cities_are_accepted_unless_they_are_known_to_be_elsewhere():
    assert contact_rules.city_problem("Kumbakonam", "Tamil Nadu", "India") is None
    assert contact_rules.city_problem("chennai", "Tamil Nadu", "India") is None
    assert contact_rules.city_problem("Udaipur", "Tripura", "India") is None, "there are two"
    assert contact_rules.city_problem("Kochi", "Tamil Nadu", "India") == (
        "Kochi is in Kerala. Please choose that state, or another city"
    )


@pytest.mark.parametrize(
    ("zip_code", "state", "problem"),
    [
        ("600 001", "Tamil Nadu", None),
        ("605001", "Puducherry", None),
        ("605602", "Tamil Nadu", None),
        ("737101", "Sikkim", None),
        ("834001", "Jharkhand", None),
        ("600001", "Kerala", "600001 is a PIN code of Tamil Nadu, not of Kerala"),
        ("737101", "West Bengal", "737101 is a PIN code of Sikkim, not of West Bengal"),
        ("160017", "Goa", "160017 is a PIN code of Chandigarh or Punjab or Haryana, not of Goa"),
        ("990001", "Goa", "No state of India has PIN codes that begin with 99"),
    ],
)
def test_the_first_digits_of_a_pin_code_tell_its_state(zip_code, state, problem):
    assert contact_rules.zip_code_problem(zip_code, "India", state) == problem


@pytest.mark.parametrize(
    ("zip_code", "states"),
    [
        ("110001", ["Delhi"]),
        ("160017", ["Chandigarh", "Punjab", "Haryana"]),
        ("160062", ["Punjab", "Chandigarh", "Haryana"]),
        ("190001", ["Jammu and Kashmir"]),
        ("194101", ["Ladakh"]),
        ("247667", ["Uttarakhand", "Uttar Pradesh"]),
        ("262001", ["Uttar Pradesh", "Uttarakhand"]),
        ("362520", ["Dadra and Nagar Haveli and Daman and Diu", "Gujarat"]),
        ("396191", ["Gujarat", "Dadra and Nagar Haveli and Daman and Diu"]),
        ("396210", ["Dadra and Nagar Haveli and Daman and Diu", "Gujarat"]),
        ("403001", ["Goa"]),
        ("533001", ["Andhra Pradesh", "Puducherry"]),
        ("533464", ["Puducherry", "Andhra Pradesh"]),
        ("533 464", ["Puducherry", "Andhra Pradesh"]),
        ("605001", ["Puducherry", "Tamil Nadu"]),
        ("605401", ["Tamil Nadu", "Puducherry"]),
        ("609602", ["Puducherry", "Tamil Nadu"]),
        ("673310", ["Puducherry", "Kerala"]),
        ("682001", ["Kerala", "Lakshadweep"]),
        ("682555", ["Lakshadweep", "Kerala"]),
        ("737101", ["Sikkim"]),
        ("744101", ["Andaman and Nicobar Islands"]),
        ("791111", ["Arunachal Pradesh"]),
        ("797001", ["Nagaland"]),
        ("990001", []),
    ],
)
def test_the_longest_known_prefix_of_a_pin_code_tells_the_likeliest_state_first(zip_code, states):
    assert list(COUNTRIES["India"].states_of_pin(zip_code)) == states


def test_a_city_that_a_pin_code_tells_is_in_its_likeliest_state():
    india = COUNTRIES["India"]
    rules = json.loads(Path(contact_rules.__file__).with_suffix(".json").read_text())
    cities = rules["countries"]["India"]["pinCities"]
    wrong = {pin: city for pin, city in cities.items() if city not in india.states[india.states_of_pin(pin)[0]]}
    assert wrong == {}
