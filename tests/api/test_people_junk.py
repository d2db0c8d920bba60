"""A malformed request to a public operation gets a regular failure response, never a 500."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.cases import cases
from tests.support.http_client import Browser

PATHS = [
    "/customer/",
    "/customer/login/",
    "/admin/login/",
    "/customer/resetPassword/?flag=generate",
    "/customer/resetPassword/?flag=verify",
    "/customer/resetPassword/?flag=updatePassword",
    "/order/?flag=sendMailForUser",
    "/newsletter/",
    "/newsletter/unsubscribe/?token=x",
]
FIELDS = ["name", "email", "phone", "company", "message", "password", "otp", "flag", "id", "__proto__", ""]
FORM = "application/x-www-form-urlencoded"
BODIES = [
    (FORM, b"email=%ED%A0%80&name=%00&password=%FF"),
    (FORM, b"email=\xff\xfe&name=\x00"),
    (FORM, b"email=a%40b.example&email=c%40d.example&name=x&name=y"),
    (FORM, b"%&=&&==&email"),
    (FORM, b"&".join(b"f%d=1" % number for number in range(2000))),
    (f"{FORM}; charset=utf-16", b"email=a"),
    ("multipart/form-data", b"x"),
    ("multipart/form-data; boundary=", b"--\r\n"),
    ("multipart/form-data; boundary=x; charset=nonsense", b"--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--"),
    (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="email"; filename="a"\r\n\r\na@b.example\r\n--x--\r\n',
    ),
    (
        "multipart/form-data; boundary=x; charset=nonsense",
        b'--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n\xff\xfe\r\n--x--\r\n',
    ),
    ("text/plain", b'{"email": "a@b.example"}'),
    ("application/json; charset=utf-16", '{"email": "a@b.example"}'.encode("utf-16")),
    ("application/json", b'{"email": "\\ud800@b.example", "name": "x"}'),
    ("application/json", b'{"email": ' + b"9" * 10000 + b"}"),
    ("application/json", b'{"email": 1e999, "id": 1e400, "otp": -0.0}'),
    ("application/json", b'{"email": "a@b.example", "email": 5}'),
    ("application/xml", b"<a/>"),
    ("", b"\x80"),
]


def check(response) -> None:
    assert response.status_code in {200, 400, 401, 403, 404, 409, 413, 415, 422, 429}, response.text
    body = response.json()
    assert body["code"] == response.status_code
    assert body["error"] is (response.status_code != 200)


@cases("path", PATHS)
@cases(("kind", "body"), BODIES)
async def test_a_body_of_any_kind_gets_a_regular_answer(visitor, path, kind, body):
    check(await visitor.post(path, content=body, headers={"Content-Type": kind}))


@cases("path", PATHS)
async def test_repeated_or_unknown_parameters_get_a_regular_answer(visitor, asha, path):
    glue = "&" if "?" in path else "?"
    for query in ("flag=verify&flag=generate", "id=1&id=2", "id=" + "9" * 5000, "token=" + "x" * 5000, "x=%00%ff"):
        for browser in (visitor, asha):
            check(await browser.post(f"{path}{glue}{query}", json={}))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)
@given(path=st.sampled_from(PATHS), body=st.dictionaries(st.sampled_from(FIELDS), values, max_size=6))
async def test_fields_of_any_type_get_a_regular_answer(api, people, path, body):
    async with Browser(api) as browser:
        check(await browser.post(path, json=body))
