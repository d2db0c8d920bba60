"""Which addresses and phone numbers are valid: where the shop delivers, postal codes, telephone numbers.

The rules are in ``contact_rules.json``, which the web reads too.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Country:
    """A country that the shop delivers to, with its states and their cities.

    ``zip_code`` is the pattern of its postal codes, ``zip_code_rule`` the sentence that asks for one.
    """

    zip_code: str
    zip_code_rule: str
    states: dict[str, tuple[str, ...]]

    @classmethod
    def of(cls, rules: dict[str, Any]) -> "Country":
        """Return a country of ``contact_rules.json``."""
        states = {state: tuple(cities) for state, cities in rules["states"].items()}
        return cls(rules["zipCode"], rules["zipCodeRule"], states)


_RULES = json.loads(Path(__file__).with_name("contact_rules.json").read_text())

COUNTRIES = {name: Country.of(rules) for name, rules in _RULES["countries"].items()}
PHONE: str = _RULES["phone"]
PHONE_RULE: str = _RULES["phoneRule"]
# A "$" also matches before a final line break, in Python alone.
_PHONE = re.compile(PHONE.removesuffix("$") + r"\Z")


def is_phone(text: str) -> bool:
    """Whether a text is a telephone number: 7 to 15 digits with the usual signs between them."""
    return _PHONE.match(text) is not None


def country_problem(country: str) -> str | None:
    """Return why the shop does not deliver to a country, None where it does."""
    return None if country in COUNTRIES else _choose("a country", COUNTRIES)


def state_problem(state: str, country: str) -> str | None:
    """Return why a state is not one of the country's, None where it is.

    Of a country that the shop does not deliver to, the states of all countries are accepted: the error belongs to the
    country.
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
