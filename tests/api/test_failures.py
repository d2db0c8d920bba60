"""Failure responses have the right status and the same shape, and a failed request changes nothing."""

import json

import pytest
import structlog
from fastapi import FastAPI
from sqlalchemy import text

from api.http import errors
from api.middleware.request_guard import MAX_BODY_BYTES
from tests.api.conftest import sessions_of
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import Browser, failed

IDS = ["0", "-1", "9007199254740992", "9" * 40, "abc", "1.5", "1e3", "%00", "%ED%A0%80", "1%27--"]
TEXTS = ["\x00", "a\x00b"]


@pytest.fixture(autouse=True)
async def nothing_changes(people, run_sync):
    before = await run_sync(factories.contents)
    yield
    assert await run_sync(factories.contents) == before


@pytest.fixture
async def both(browsers, people):
    """Open a browser in which a shopper and an admin are signed in, so that every call passes the access check."""
    async with await browsers.of(people.asha, people.karthik) as browser:
        yield browser


@cases("path", ["/nothing/", "/order/1/", "//", "/order//", "/..%2f/", "/%00/", "/customer/me/x"])
@cases("method", ["GET", "POST", "DELETE", "PUT"])
async def test_an_unknown_path_is_not_found(visitor, method, path):
    failed(await visitor.request(method, path), 404)


@cases("method", ["PUT", "PATCH", "OPTIONS"])
async def test_a_method_that_is_not_taken_is_refused(karthik, method):
    failed(await karthik.request(method, "/order/"), 405)


@cases(
    "body",
    [
        b"{",
        b"[]",
        b"null",
        b"5",
        b'"text"',
        b"NaN",
        b"\xff\xfe",
        b'{"a": "\\ud800"}',
        b"[" * 5000,
        b'{"a":' * 5000,
        b"{} {}",
        b"\x00",
    ],
)
@cases("path", ["/customer/", "/customer/login/", "/admin/login/"])
async def test_a_body_that_is_no_json_object_is_refused(visitor, path, body):
    failed(await visitor.post(path, content=body, headers={"Content-Type": "application/json"}), 422)


@cases("path", ["/cart/", "/address/", "/order/", "/order/?flag=updateStatus"])
@cases("body", [b"{", b"[1]", b'{"name": "\\udfff"}'])
async def test_a_malformed_body_of_a_signed_in_person_is_refused(both, path, body):
    failed(await both.post(path, content=body), 422)


@cases(
    ("path", "fields"),
    [
        ("/customer/", {"name", "email", "phone", "password"}),
        ("/customer/login/", {"email", "password"}),
        ("/admin/login/", {"email", "password"}),
        ("/cart/", {"customerId", "productId"}),
        ("/address/", {"customerId", "name", "address", "city", "state", "country", "zipCode"}),
        ("/order/", {"customerId", "totalQuantity", "totalAmount", "orderedDate", "deliveryDate", "currentStatus"}),
        ("/order/?flag=updateStatus", {"id", "status"}),
    ],
)
async def test_every_missing_field_is_named(both, path, fields):
    failed(await both.post(path, content=b""), 422, *fields)


@cases("path", ["/customer/", "/cart/", "/address/", "/order/", "/order/?flag=updateStatus"])
async def test_a_field_that_is_not_known_is_named(both, path):
    response = await both.post(path, json={"isAdmin": True})
    assert "isAdmin" in response.json()["errors"]
    assert response.status_code == 422


@cases("method", ["GET", "POST"])
@cases("query", ["flag=nonsense", "flag=%00", "flag=allOrder", "flag=ALLORDERS"])
async def test_an_unknown_flag_is_refused(karthik, method, query):
    failed(await karthik.request(method, f"/order/?{query}", json=None), 422, "flag")


@cases(
    ("path", "field"),
    [("/order/", "customerId"), ("/cart/", "custId"), ("/address/", "customerId"), ("/wishlist/", "customerId")],
)
async def test_a_list_of_nobody_in_particular_is_refused(karthik, path, field):
    failed(await karthik.get(path), 422, field)


@cases(
    ("method", "path", "taken"),
    [
        ("DELETE", "/category/", "GET, HEAD, POST"),
        ("GET", "/category/?id=1", "DELETE, POST"),
        ("GET", "/order/?flag=updateStatus", "POST"),
        ("DELETE", "/order/?flag=allOrders", "GET, HEAD"),
        ("GET", "/customer/resetPassword/", "POST"),
        ("PUT", "/order/?id=1", "DELETE, GET, HEAD, POST"),
        ("POST", "/openapi.json", "GET, HEAD"),
        ("DELETE", "/docs/", "GET, HEAD"),
    ],
)
async def test_a_method_that_an_address_with_its_query_does_not_take_is_refused(karthik, method, path, taken):
    response = await karthik.request(method, path)
    failed(response, 405)
    assert response.headers["allow"] == taken


@cases("path", ["/category/", "/vendor/", "/product/", "/order/", "/cart/", "/customer/"])
@cases("id_", ["", "%2F", "1/2"])
async def test_an_id_that_is_given_must_be_one(both, path, id_):
    """A malformed id must not be treated as a missing id, which would add a row."""
    failed(await both.post(f"{path}?id={id_}"), 422, "id")


async def test_a_call_is_named_by_the_query_and_not_by_a_path_that_looks_like_it(karthik):
    failed(await karthik.get("/order/%3Fflag=allOrders"), 404)
    failed(await karthik.delete("/category/%3Fid=1"), 404)


@cases("id_", IDS)
@cases(
    ("method", "path", "field"),
    [
        ("GET", "/order/?id={}", "id"),
        ("GET", "/order/?customerId={}", "customerId"),
        ("GET", "/cart/?custId={}", "custId"),
        ("GET", "/address/?customerId={}", "customerId"),
        ("GET", "/product/customer/?id={}", "id"),
        ("GET", "/product/customer/?categoryId={}", "categoryId"),
        ("DELETE", "/cart/?id={}", "id"),
    ],
)
async def test_an_unfit_id_is_named(both, method, path, field, id_):
    failed(await both.request(method, path.format(id_)), 422, field)


@cases("id_", [0, -1, 2**53, 10**40, "abc", 1.5, None, [], {}, True, "\x00"])
@cases(
    ("path", "field", "body"),
    [
        ("/cart/", "customerId", {"productId": 1}),
        ("/cart/", "productId", {"customerId": 1}),
        ("/order/?flag=updateStatus", "id", {"status": "packed"}),
        ("/order/", "customerId", {"totalQuantity": 1, "totalAmount": 1, "items": []}),
    ],
)
async def test_an_unfit_id_in_a_body_is_named(both, path, field, body, id_):
    failed(await both.post(path, json=body | {field: id_}), 422, field)


@cases("text", TEXTS)
async def test_text_that_cannot_be_stored_is_refused(both, visitor, people, text):
    person = {"name": text, "email": f"a{text}@b.example", "phone": text, "password": "Secret@1"}
    failed(await visitor.post("/customer/", json=person), 422, "name", "email", "phone")
    failed(await visitor.post("/customer/login/", json={"email": text, "password": "x"}), 422, "email")
    address = dict.fromkeys(("name", "address", "city", "state", "country", "zipCode"), text)
    failed(await both.post("/address/", json=address | {"customerId": people.asha.id}), 422, *address)
    for path in ("/order/?flag=allOrders&search=", "/product/customer/?search="):
        failed(await both.get(path + text.replace("\x00", "%00")), 422, "search")


async def test_a_key_that_cannot_be_stored_is_refused(asha, people):
    body = {
        "customerId": people.asha.id,
        "totalQuantity": 1,
        "totalAmount": 91500,
        "items": [{"productId": people.ring.id, "productQuantity": 1, "totalAmount": 91500}],
    }
    failed(await asha.post("/order/", json=body, headers={"Idempotency-Key": "a\x00b"}), 422)
    failed(await asha.post("/order/", json=body, headers={"Idempotency-Key": "k" * 201}), 422, "Idempotency-Key")


async def test_a_text_without_end_is_refused(visitor):
    person = {"name": "n" * 501, "email": "a@b.example", "phone": "9841055001", "password": "Secret@1"}
    failed(await visitor.post("/customer/", json=person), 422, "name")


async def test_a_body_that_says_it_is_too_large_is_refused(visitor):
    body = json.dumps({"name": "n" * MAX_BODY_BYTES}).encode()
    failed(await visitor.post("/customer/", content=body), 413)


async def test_a_body_that_turns_out_too_large_is_refused(visitor):
    async def endless():
        for _ in range(MAX_BODY_BYTES // 65536 + 2):
            yield b" " * 65536

    failed(await visitor.post("/customer/", content=endless()), 413)


@cases("length", ["-1", "abc", "1.5", "9" * 30])
async def test_a_length_that_is_no_number_is_refused(visitor, length):
    response = await visitor.post("/customer/", content=b"", headers={"Content-Length": length})
    assert response.status_code in {400, 413}
    failed(response, response.status_code)


@cases(
    "origin",
    ["http://evil.example", "null", "http://shop.example.evil", "http://evil.example@x", "http://[", "file://", ""],
)
@cases("path", ["/customer/", "/customer/login/", "/order/"])
async def test_a_page_of_another_site_is_refused(asha, path, origin):
    failed(await asha.post(path, json={}, headers={"Origin": origin}), 403)


async def test_a_request_that_a_browser_calls_cross_site_is_refused(asha, people):
    body = {"customerId": people.asha.id, "productId": people.ring.id}
    failed(await asha.post("/cart/", json=body, headers={"Sec-Fetch-Site": "cross-site"}), 403)


async def test_a_form_that_cannot_be_read_is_refused(visitor):
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    response = await visitor.post("/customer/", content=b"--y\r\nbroken", headers=headers)
    assert response.status_code in {400, 422}
    failed(response, response.status_code, *response.json()["errors"])


FORMS = [
    ("multipart/form-data; boundary=x", b"no form"),
    ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n"),
    ("multipart/form-data", b"no form"),
    ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % number for number in range(2000))),
]


@cases(("kind", "body"), FORMS)
@cases(
    "path", ["/order/", "/order/?flag=updateStatus", "/cart/", "/address/", "/product/", "/productimage/", "/vendor/"]
)
async def test_a_form_that_cannot_be_read_is_refused_by_whatever_call(both, path, kind, body):
    answer = await both.post(path, content=body, headers={"Content-Type": kind, "Idempotency-Key": "unread"})
    assert failed(answer, 422)


async def test_a_form_with_a_file_in_place_of_a_text_is_refused(visitor):
    response = await visitor.post("/customer/", files={"name": ("a.txt", b"x")}, data={"phone": "9841055001"})
    failed(response, 422, "name", "email", "password")


async def test_a_refusal_names_no_secret_of_the_caller(visitor):
    person = {"name": "A", "email": "a@b.example", "phone": "9841055001", "password": "hunter2-hunter2"}
    response = await visitor.post("/customer/", json=person)
    failed(response, 422, "password")
    assert "hunter2" not in response.text


async def test_answers_are_private(asha, visitor):
    for response in (await asha.get("/customer/me/"), await visitor.get("/nothing/"), await visitor.get("/cart/")):
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in response.headers["content-security-policy"]


@cases("path", ["/category", "/goldrate", "/product/customer"])
async def test_a_path_answers_the_same_without_its_slash(visitor, path):
    without, with_slash = await visitor.get(path), await visitor.get(f"{path}/")
    assert (without.status_code, without.content) == (200, with_slash.content)


async def test_a_sender_who_goes_away_is_no_trouble_of_the_shop(api):
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/api/customer/login/",
        "raw_path": b"/api/customer/login/",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json"), (b"content-length", b"50")],
    }
    sent = []

    async def receive():
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    with structlog.testing.capture_logs() as logged:
        await api(scope, receive, send)

    assert sent[0]["status"] == 400
    assert not logged


@cases("length", ["9" * 5000, "-1", "1e3", ""])
async def test_a_length_that_is_none_is_refused(visitor, length):
    failed(await visitor.post("/customer/login/", content=b"{}", headers={"Content-Length": length}), 413)


@cases(
    ("statement", "status", "logged"),
    [
        ("SELECT 1 / 0", 422, {"sqlstate": "22012", "constraint": None, "detail": None}),
        (
            "INSERT INTO gold_rate (date, r22k, r24k) SELECT date, r22k, r24k FROM gold_rate",
            409,
            {
                "sqlstate": "23505",
                "constraint": "gold_rate_date_key",
                "detail": 'duplicate key value violates unique constraint "gold_rate_date_key"',
            },
        ),
    ],
)
async def test_what_the_database_refuses_unexpectedly_is_logged_without_values(connection, statement, status, logged):
    app = FastAPI()
    errors.install(app)

    @app.get("/api/broken/")
    async def broken() -> None:
        async with sessions_of(connection)() as session:
            await session.execute(text(statement))

    async with Browser(app) as visitor:
        with structlog.testing.capture_logs() as lines:
            failed(await visitor.get("/broken/"), status)
    [line] = lines
    assert line == logged | {
        "event": "unexpected database refusal",
        "log_level": "warning",
        "path": "/api/broken/",
        "statement": statement,
    }
