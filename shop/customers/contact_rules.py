"""Check addresses and phone numbers: the countries that the shop delivers to, postal codes, telephone numbers.

The rules are in ``contact_rules.json``, which the web client uses too.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Country:
    """A country that the shop delivers to, with its states and their cities.

    ``zip_code`` is the pattern of its postal codes, ``zip_code_rule`` the message that asks for a valid one. If
    ``pin_states`` is not empty, it maps prefixes of two to six digits to the possible states, the likeliest first; the
    longest matching prefix applies. The cities of such a country are suggestions; other cities are accepted.
    """

    zip_code: str
    zip_code_rule: str
    states: dict[str, tuple[str, ...]]
    pin_states: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: dict[str, Any]) -> "Country":
        """Return a country of ``contact_rules.json``."""
        states = {state: tuple(cities) for state, cities in rules["states"].items()}
        pins = {pin: tuple(names) for pin, names in rules.get("pinStates", {}).items()}
        return cls(rules["zipCode"], rules["zipCodeRule"], states, pins)

    def states_of_pin(self, zip_code: str) -> tuple[str, ...]:
        """Return the states in which a postal code can be, the likeliest first; empty if no state has it."""
        digits = zip_code.replace(" ", "")
        prefixes = (digits[:length] for length in range(len(digits), 1, -1))
        return next((self.pin_states[prefix] for prefix in prefixes if prefix in self.pin_states), ())


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
    """Return why the shop does not deliver to a country, None if it does."""
    return None if country in COUNTRIES else _choose("a country", COUNTRIES)


def state_problem(state: str, country: str) -> str | None:
    """Return why a state is not one of the country's, None if it is.

    For a country that the shop does not deliver to, the states of all countries are accepted, because the error is
    reported for the country.
    """
    known = _of(country)
    if any(state in each.states for each in known):
        return None
    return _choose(
        f"a state of {country}" if len(known) == 1 else "a state", known[0].states if len(known) == 1 else ()
    )


def city_problem(city: str, state: str, country: str) -> str | None:
    """Return why a city is not in the state, None if it is.

    If postal codes determine the state, only a city that is known to be in another state is refused.
    """
    if country in COUNTRIES and COUNTRIES[country].pin_states and state in COUNTRIES[country].states:
        return _city_elsewhere(city, COUNTRIES[country].states[state])
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


def _city_elsewhere(city: str, cities: tuple[str, ...]) -> str | None:
    name = city.casefold()
    if name in (each.casefold() for each in cities):
        return None
    places = ((state, names) for country in COUNTRIES.values() for state, names in country.states.items())
    other = next((state for state, names in places if name in (each.casefold() for each in names)), None)
    return f"{city} is in {other}. Please choose that state, or another city" if other else None


def zip_code_problem(zip_code: str, country: str, state: str = "") -> str | None:
    """Return why a postal code cannot be one of the country's, or of one of its states, None if it can."""
    known = _of(country)
    if not any(re.match(each.zip_code.removesuffix("$") + r"\Z", zip_code) for each in known):
        return known[0].zip_code_rule if len(known) == 1 else "Please enter the postal code of the address"
    if len(known) > 1 or not known[0].pin_states:
        return None
    states = known[0].states_of_pin(zip_code)
    if not states:
        return f"No state of {country} has PIN codes that begin with {zip_code[:2]}"
    if not state or state in states:
        return None
    return f"{zip_code} is a PIN code of {' or '.join(states)}, not of {state}"


def _of(country: str) -> list[Country]:
    """Return the country in a list, or all countries if the shop does not deliver to it."""
    return [COUNTRIES[country]] if country in COUNTRIES else list(COUNTRIES.values())


def _choose(what: str, names: Iterable[str]) -> str:
    *others, last = [*names] or [""]
    options = f"{', '.join(others)} or {last}" if others else last
    return f"Please choose {what}: {options}" if options else f"Please choose {what} from the list"
