"""Messages about invalid fields are sentences for people."""

import pytest

from api.http.validation_messages import message_of
from tests.api.test_vendors import FORM
from tests.support.cases import cases
from tests.support.http_client import failed

WHOLE = {
    "/vendor/": FORM,
    "/goldrate/": {"r22kRate": 9000, "r24kRate": 9800, "date": "2026-11-20"},
    "/order/?flag=updateStatus": {"id": 1, "status": "packed"},
}
LEFT_OUT = object()


@cases(
    ("path", "body", "field", "words"),
    [
        ("/vendor/", {"name": LEFT_OUT}, "name", "is required"),
        ("/vendor/", {"name": " "}, "name", "must not be empty"),
        ("/vendor/", {"name": 5}, "name", "must be a text"),
        ("/vendor/", {"contactNumbers": "1" * 201}, "contactNumbers", "must have at most 200 characters"),
        ("/vendor/", {"status": "gone"}, "status", "must be 'active' or 'in active'"),
        ("/vendor/", {"role": "admin"}, "role", "cannot be set here"),
        ("/goldrate/", {"r22kRate": "much"}, "r22kRate", "must be a number"),
        ("/goldrate/", {"r22kRate": True}, "r22kRate", "must be a number"),
        ("/goldrate/", {"r22kRate": 1.001}, "r22kRate", "must have at most 2 decimal places"),
        ("/goldrate/", {"r22kRate": 1e9}, "r22kRate", "must be at most 9999999.99"),
        ("/goldrate/", {"date": "2026-02-30"}, "date", "is no day of the calendar"),
        ("/goldrate/", {"date": "0000-01-01"}, "date", "is no day of the calendar"),
        ("/goldrate/", {"confirm": "perhaps"}, "confirm", "must be true or false"),
        ("/order/?flag=updateStatus", {"id": "first"}, "id", "must be a whole number"),
        ("/order/?flag=updateStatus", {"id": 1.5}, "id", "must be a whole number"),
        ("/order/?flag=updateStatus", {"id": 0}, "id", "must be at least 1"),
        (
            "/order/?flag=updateStatus",
            {"status": "gone"},
            "status",
            "must be 'ordered', 'packed', 'shipped' or 'delivered'",
        ),
        ("/order/?flag=updateStatus", {"items": []}, "items", "must not be empty"),
        ("/order/?flag=updateStatus", {"items": "all"}, "items", "must be a list"),
        ("/order/?flag=updateStatus", {"items": [1]}, "items.0", "must be an object"),
    ],
)
async def test_a_person_can_read_what_is_wrong(karthik, path, body, field, words):
    whole = {} if "items" in body else WHOLE[path]
    sent = {name: value for name, value in (whole | body).items() if value is not LEFT_OUT}
    assert failed(await karthik.post(path, json=sent), 422, field)["errors"][field] == words


@pytest.mark.parametrize("field", ["body", "query", "path", "header", "cookie"])
async def test_a_field_is_named_whatever_its_name(karthik, field):
    refused = failed(await karthik.post("/vendor/", json=FORM | {field: "x"}), 422, field)
    assert refused["message"] == f"Please check: {field}."
    assert failed(await karthik.get("/product/?id=x"), 422, "id")["message"] == "Please check: id."


def test_a_number_without_decimal_places_is_called_whole():
    problem = {"type": "decimal_max_places", "ctx": {"decimal_places": 0}, "msg": "at most 0 decimal places"}
    assert message_of(problem) == "must be a whole number"


def test_a_secret_is_as_long_as_its_characters():
    problem = {"type": "too_long", "input": "x" * 30, "ctx": {"max_length": 20}, "msg": "at most 20 items"}
    assert message_of(problem) == "must have at most 20 characters"
