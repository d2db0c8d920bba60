"""How an address and a phone number must be written: where the shop delivers, postal codes, telephone numbers.

The web keeps the same rules in ``web/src/shared/addresses/contactRules.json``; a test compares the two.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Country:
    """A country that the shop delivers to: its states with their cities, and how its postal codes are written.

    ``zip_code`` is the pattern of a postal code, ``zip_code_rule`` the sentence that asks for one.
    """

    zip_code: str
    zip_code_rule: str
    states: dict[str, tuple[str, ...]]


COUNTRIES = {
    "India": Country(
        zip_code="^[1-9][0-9]{2} ?[0-9]{3}$",
        zip_code_rule="Please enter a PIN code of six digits that does not begin with 0, such as 600001",
        states={
            "Tamil Nadu": ("Chennai", "Coimbatore", "Madurai"),
            "Kerala": ("Kochi", "Thiruvananthapuram", "Kozhikode"),
            "Karnataka": ("Bengaluru", "Mysuru", "Mangaluru"),
        },
    ),
    "USA": Country(
        zip_code="^[0-9]{5}(-[0-9]{4})?$",
        zip_code_rule="Please enter a ZIP code of five digits, such as 90001",
        states={
            "California": ("Los Angeles", "San Francisco", "San Diego"),
            "Texas": ("Houston", "Dallas", "Austin"),
            "New York": ("New York City", "Buffalo", "Rochester"),
        },
    ),
    "UK": Country(
        zip_code="^[A-Za-z]{1,2}[0-9][A-Za-z0-9]? ?[0-9][A-Za-z]{2}$",
        zip_code_rule="Please enter a UK postcode, such as SW1A 1AA",
        states={
            "England": ("London", "Manchester", "Birmingham"),
            "Scotland": ("Edinburgh", "Glasgow"),
            "Wales": ("Cardiff", "Swansea"),
        },
    ),
}
"""The options of the product rules, 9."""

PHONE = r"^\(?\+?([0-9][ ().\/-]{0,3}){7,15}$"
PHONE_RULE = "Please enter a phone number of 7 to 15 digits, such as +91 98410 55001"
_PHONE = re.compile(PHONE.removesuffix("$") + r"\Z")


def is_phone(text: str) -> bool:
    """Tell whether a text is a telephone number: 7 to 15 digits and the signs that are usual between them."""
    return _PHONE.match(text) is not None


def country_problem(country: str) -> str | None:
    """Return why the shop does not deliver to a country, None where it does."""
    return None if country in COUNTRIES else _choose("a country", COUNTRIES)


def state_problem(state: str, country: str) -> str | None:
    """Return why a state is not one of the country's, None where it is.

    A country that the shop does not deliver to has every state: its own field tells what is wrong.
    """
    known = _of(country)
    if any(state in each.states for each in known):
        return None
    return _choose(
        f"a state of {country}" if len(known) == 1 else "a state", known[0].states if len(known) == 1 else ()
    )


def city_problem(city: str, state: str, country: str) -> str | None:
    """Return why a city is not one of the state's, None where it is."""
    cities = [
        name
        for each in _of(country)
        for of, names in each.states.items()
        if of == state or state_problem(state, country)
        for name in names
    ]
    if city in cities:
        return None
    has_state = state_problem(state, country) is None
    return _choose(f"a city of {state}" if has_state else "a city", cities if has_state else ())


def zip_code_problem(zip_code: str, country: str) -> str | None:
    """Return why a postal code cannot be one of the country's, None where it can."""
    known = _of(country)
    if any(re.match(each.zip_code.removesuffix("$") + r"\Z", zip_code) for each in known):
        return None
    return known[0].zip_code_rule if len(known) == 1 else "Please enter the postal code of the address"


def _of(country: str) -> list[Country]:
    """Return the country, or all where the shop does not deliver to it."""
    return [COUNTRIES[country]] if country in COUNTRIES else list(COUNTRIES.values())


def _choose(what: str, names: Iterable[str]) -> str:
    *others, last = [*names] or [""]
    options = f"{', '.join(others)} or {last}" if others else last
    return f"Please choose {what}: {options}" if options else f"Please choose {what} from the list"
