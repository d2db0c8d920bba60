"""Delivery addresses on the wire."""

from typing import Annotated, Any

from pydantic import AliasChoices, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from api.customers.field_types import PhoneOrNone
from api.http.base_schemas import Out
from api.http.partial_update import WithOptionalId, WithSeen
from api.http.schema_types import NULL_AS_EMPTY, BoundedText, Id, RequiredText
from shop.customers import contact_rules
from shop.customers.contact_rules import COUNTRIES


def _allowed_places() -> dict[str, Any]:
    """Return the JSON schema of the combinations of country, state, city and postal code.

    For countries whose postal codes determine the state, the schema omits that relation, because it would be too large
    to read.
    """
    places = [
        _place(country, [state], {"enum": list(cities)}, rules.zip_code)
        for country, rules in COUNTRIES.items()
        if not rules.pin_states
        for state, cities in rules.states.items()
    ]
    places += [
        _place(country, list(rules.states), {"minLength": 1}, rules.zip_code)
        for country, rules in COUNTRIES.items()
        if rules.pin_states
    ]
    return {"allOf": [{"anyOf": places}]}


def _place(country: str, states: list[str], city: dict[str, Any], zip_code: str) -> dict[str, Any]:
    properties = {"country": {"const": country}, "state": {"enum": states}, "city": city}
    return {"properties": properties | {"zipCode": {"pattern": zip_code}}}


class AddressIn(WithOptionalId):
    """Where an order goes: a country that the shop delivers to, one of its states, a city there, a postal code.

    The first digits of an Indian PIN code determine its state; every city is accepted there. ``phone`` is the number to
    call at delivery, empty for the customer's own. ``isDefault`` makes it the default address instead of an earlier
    one.
    """

    model_config = ConfigDict(json_schema_extra=_allowed_places())

    customer_id: Id
    name: RequiredText
    address: Annotated[str, BoundedText(500, min_length=1, multiline=True)]
    # The order matters: each field is checked against those above it.
    country: RequiredText
    state: RequiredText
    city: RequiredText
    zip_code: Annotated[RequiredText, Field(validation_alias=AliasChoices("zipCode", "zip_code"))]
    phone: Annotated[PhoneOrNone, NULL_AS_EMPTY] = ""
    is_default: bool = False

    @field_validator("country", "state", "city", "zip_code")
    @classmethod
    def _check_place(cls, value: str, info: ValidationInfo) -> str:
        country, state = info.data.get("country", ""), info.data.get("state", "")
        problems = {
            "country": lambda: contact_rules.country_problem(value),
            "state": lambda: contact_rules.state_problem(value, country),
            "city": lambda: contact_rules.city_problem(value, state, country),
            # A wrong city may be the cause, so the postal code is checked against the state only if the city is valid.
            "zip_code": lambda: contact_rules.zip_code_problem(value, country, state if "city" in info.data else ""),
        }
        problem = problems[str(info.field_name)]()
        if problem:
            raise ValueError(problem)
        return value

    @model_validator(mode="before")
    @classmethod
    def _drop_repeated_zip_code(cls, content: object) -> object:
        """Accept a postal code under both names, if both are the same, as in a response."""
        if isinstance(content, dict) and "zipCode" in content and content["zipCode"] == content.get("zip_code"):
            return {name: value for name, value in content.items() if name != "zip_code"}
        return content


class AddressChangeIn(AddressIn, WithSeen):
    """A change of an address: the fields to change, and what the caller saw of them."""


class AddressOut(Out):
    """An address of a customer. ``isDefault`` marks the one that orders go to."""

    id: int
    name: str
    address: str
    city: str
    state: str
    country: str
    zip_code: Annotated[str, Field(alias="zip_code")]
    phone: str
    is_default: bool
