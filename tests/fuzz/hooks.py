"""Hooks for Schemathesis: authentication, addresses, dates and images."""

import csv
import io
import os
import random
import secrets
from datetime import date

import schemathesis
from hypothesis import strategies as st
from schemathesis.core.mutations import OperatorKind
from schemathesis.core.parameters import ParameterLocation
from schemathesis.transport.serialization import Binary

from api.http.date_types import near_orders
from shop.catalogue.limits import FIRST_PURCHASE
from shop.customers.contact_rules import COUNTRIES, city_problem, is_phone, zip_code_problem
from shop.product_imports.columns import CODE, COLUMNS
from shop.text.allowed_characters import is_blank
from tests.support.images import encoded

COOKIE, TOKEN, XSRF = "FUZZ_COOKIE", "FUZZ_TOKEN", "FUZZ_XSRF"
_PICTURES = [encoded("JPEG"), encoded("PNG"), encoded("WEBP"), encoded("GIF", mode="P")]
schemathesis.openapi.format("binary", st.sampled_from(_PICTURES).map(Binary))

_DAYS = st.dates().map(str) | st.sampled_from(["0001-01-01", "9999-12-31", "2026-11-23", "2028-02-29"])
_TIMES = st.sampled_from(["00:00:00Z", "23:59:59.999999Z", "23:59:59-12:00", "00:00:00+14:00"])
schemathesis.openapi.format("date", _DAYS)
schemathesis.openapi.format("date-time", st.tuples(_DAYS, _TIMES).map("T".join))


@st.composite
def _products(draw):
    """A CSV file of products with random columns and random cells."""
    others = [column.heading for column in COLUMNS if column is not CODE]
    head = [CODE.heading, *draw(st.lists(st.sampled_from(others), unique=True))]
    cell = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=20)
    row = st.lists(cell, min_size=len(head), max_size=len(head)).filter(lambda cells: any(map(str.strip, cells)))
    file = io.StringIO()
    csv.writer(file).writerows([head, *draw(st.lists(row, min_size=1, max_size=5))])
    return Binary(file.getvalue().encode())


schemathesis.openapi.media_type("text/csv", _products())

_UNKNOWN = "x-schemathesis-unknown-property"
"""The query parameter that Schemathesis adds to try one that the schema does not have."""

_PLACE = ("country", "state", "city", "zipCode")

if os.environ.get(TOKEN):

    @schemathesis.auth(refresh_interval=None)
    class SignedIn:
        """Adds the cookie and the XSRF token of a session."""

        def get(self, case, context):
            return os.environ[TOKEN]

        def set(self, case, data, context):
            case.cookies = {**(case.cookies or {}), os.environ[COOKIE]: data}
            case.headers = {**(case.headers or {}), "X-XSRF-TOKEN": os.environ[XSRF]}


@schemathesis.hook
def filter_case(context, case):
    """Skip generated cases that the schema calls invalid but the API accepts, or the other way round.

    The API ignores unknown query parameters, as browsers and links add some. Form fields are text, whatever type
    was generated. Generated callbacks are never valid, as the payment provider signs them. Whether a count needs a size
    depends on the product.
    """
    depends_on_rows = "/callback/razorpay/" in case.path or (case.method == "POST" and case.path == "/api/stock/")
    if depends_on_rows and case.meta and case.meta.generation.mode.is_positive:
        return False
    if isinstance(case.body, dict) and _is_beyond_the_schema(case.body):
        return False
    if _UNKNOWN in (case.query or {}):
        return False
    mutations = getattr(case.meta.phase.data, "mutations", ()) if case.meta else ()
    return case.media_type != "multipart/form-data" or not any(_is_of_type(mutation) for mutation in mutations)


def _is_beyond_the_schema(body):
    """Whether a body depends on a rule that the schema does not contain.

    A text of invisible characters counts as empty. The state must match the PIN code, and the city must be in it. A
    list in a form is JSON text. The seen values must be those of a row. The shop calls public addresses only. Photos of
    a review must be uploaded before it, and hiding a review requires a reason. A customer's phone number may have any
    format when an admin saves it. Days whose year is mistyped are refused, and a delivery before its order.
    """
    if any(_is_blank(value) for value in body.values()) or _is_elsewhere(body) or _is_mistyped(body):
        return True
    if any(isinstance(body.get(name), str) for name in ("sizes", "stones")) or body.keys() & {"url", "endpoint"}:
        return True
    if (
        body.get("photos")
        or body.get("seen")
        or (body.get("action") == "hide" and not str(body.get("reason") or "").strip())
    ):
        return True
    phone = body.get("phone")
    is_by_admin = "admin" in os.environ.get(COOKIE, "")
    return is_by_admin and isinstance(phone, str) and phone.strip() != "" and not is_phone(phone.strip())


def _is_blank(value):
    return isinstance(value, str) and value.strip() != "" and is_blank(value)


def _is_elsewhere(body):
    country, state, city, zip_code = (str(body.get(name, "")).strip() for name in _PLACE)
    if country not in COUNTRIES:
        return False
    return bool(city_problem(city, state, country) or zip_code_problem(zip_code, country, state))


def _is_mistyped(body):
    if str(body.get("purchaseDate") or FIRST_PURCHASE) < str(FIRST_PURCHASE):
        return True
    days = [str(body[name])[:10] for name in ("orderedDate", "deliveryDate") if body.get(name)]
    if days and not (len(days) == 2 and days[0] < days[1]):
        return True  # whether the delivery is before the order may depend on what is stored, or on the zone
    try:
        return not all(near_orders(date.fromisoformat(day)) for day in days)
    except ValueError:
        return True


def _is_of_type(mutation):
    return mutation.parameter_location is ParameterLocation.BODY and mutation.operator is OperatorKind.CHANGE_TYPE


@schemathesis.hook
def before_call(context, case, kwargs):
    """Use a different address for each request, so that no rate limit hides the response, and a different key.

    The schema permits a key that another request had, but the API refuses it.
    """
    address = f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(256)}"
    headers = {**(case.headers or {}), "X-Forwarded-For": address}
    is_valid = case.meta is None or case.meta.generation.mode.is_positive
    if is_valid and "Idempotency-Key" in headers:
        headers["Idempotency-Key"] = secrets.token_hex(16)  # Hypothesis seeds `random` for each example
    case.headers = headers
