"""Request pages, files and pictures by malformed and hostile URLs.

No response may be a server error. Failures must have the usual shape, and the log must contain no traceback.
"""

import http.client
import json
import socket
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

PLACES = (
    *("/", "/products", "/wedding-jewellery", "/categories", "/login", "/my-orders/", "/my-orders/1/invoice", "/about"),
    *("/assets/", "/assets/index.js", "/media/", "/media/originals/", "/favicon.svg", "/robots.txt", "/index.html"),
    *(
        "/sitemap.xml",
        "/sitemap-",
        "/sitemap-0.xml",
        "/admin",
        "/admin/",
        "/admin/order",
        "/admin/order/",
        "/newsletter",
    ),
)
PARTS = (
    *("%00", "%ff%fe", "%zz", "%", "%2", "%2e%2e", "..", "../..", "%2f", "%5c", "%0d%0aX-A: b".replace(" ", "%20")),
    *("x" * 300, "9" * 20, "9" * 4400, "0" * 300, "-1", "0", "01", ".txt", ".html", ".xml", "?", "&" * 300, "//"),
    *(
        "%E0%A5%A7",
        "%F0%9F%92%8D",
        "%ED%A0%80",
        "%C0%AF",
        "LOGIN",
        "Admin",
        "{id}",
        "{{preloadedState}}",
        "%7B%7B7*7%7D%7D",
    ),
    *(
        "a" * 5000,
        "%25" * 400,
        "con",
        "~",
        ";",
        "+",
        "%20",
        "|",
        "^",
        "`",
        "'",
        '"',
        "<script>",
        "\\",
        "@",
        ":",
        "=",
        "*",
    ),
)
NAMES = ("search", "categoryId", "sort", "minPrice", "maxPrice", "stock", "purity", "state", "token", "fbclid", "a[b]")
HEADERS = {
    "Range": ("bytes=0-", "bytes=-1", "bytes=9-1", "bytes=" + "9" * 5000 + "-", "bytes=a-b", "lines=1-2"),
    "If-None-Match": ("*", '"x"', "W/", "," * 300, '"' + "x" * 3000),
    "If-Modified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "never"),
    "If-Range": ("Fri, 31 Dec 9999 23:59:59 GMT", '"x"'),
    "Accept-Encoding": ("br", "gzip", "*;q=0", "br;q=" + "1" * 300, "," * 300),
    "Cookie": ("swarna_admin=x", "swarna_customer=\xff", "=;=;", "a" * 3000),
}

FAILURE = {"code", "error", "success", "message", "errors"}

_parts = st.lists(st.sampled_from(PARTS) | st.text(st.characters(min_codepoint=33, max_codepoint=126)), max_size=3)
_values = st.sampled_from(PARTS) | st.integers().map(str)
_queries = st.lists(st.tuples(st.sampled_from(NAMES), _values).map("=".join) | _values, max_size=4).map("&".join)
_headers = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in HEADERS.items()})
_methods = st.sampled_from(("GET", "GET", "GET", "GET", "HEAD", "POST"))
targets = st.builds(
    lambda place, parts, query: place + "".join(parts) + (f"?{query}" if query else ""),
    st.sampled_from(PLACES),
    _parts,
    _queries,
)


@dataclass
class Findings:
    """The number of requests, and the unexpected responses."""

    cases: int = 0
    found: list[str] = field(default_factory=list)


def fuzz_pages(url: str, *, seed_: int, cases: int) -> Findings:
    """Send generated requests to the shop at this address."""
    findings, where = Findings(), urlsplit(url)

    @seed(seed_)
    @settings(
        max_examples=cases,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(_methods, targets, _headers)
    def ask(method: str, target: str, headers: dict[str, str]) -> None:
        findings.cases += 1
        answer, body = _ask(where.hostname or "", where.port or 80, method, target, headers)
        wrong = _what_is_wrong(answer, body, is_ranged="Range" in headers, is_head=method == "HEAD")
        if wrong:
            findings.found.append(f"{method} {target[:300]} {headers}: {wrong}"[:2000])

    ask()
    return findings


def _ask(
    host: str, port: int, method: str, target: str, headers: dict[str, str]
) -> tuple[http.client.HTTPResponse, bytes]:
    """Send a request target unchanged. HTTP clients would refuse or normalise it."""
    lines = [f"{method} {target} HTTP/1.1", f"Host: {host}:{port}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    with socket.create_connection((host, port), timeout=30) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        answer = http.client.HTTPResponse(connection, method=method)
        answer.begin()
        return answer, answer.read()


def _what_is_wrong(answer: http.client.HTTPResponse, body: bytes, *, is_ranged: bool, is_head: bool) -> str:
    """Return what is wrong with a response, or an empty string."""
    kind = answer.getheader("content-type") or ""
    if answer.status >= 500:
        return f"status {answer.status}"
    location = answer.getheader("location") or "/"
    if not location.startswith("/") or location.startswith("//"):
        return f"redirects to {location}"
    if answer.status < 400 or is_head or kind.startswith("text/html") or (is_ranged and answer.status in {400, 416}):
        return ""
    if (
        answer.status == 400 and body == b"Invalid HTTP request received."
    ):  # uvicorn's response to an unreadable request
        return ""
    try:
        failure = json.loads(body)
    except ValueError:
        return f"status {answer.status} as {kind}: {body[:100]!r}"
    is_usual = isinstance(failure, dict) and failure.keys() - {"data"} == FAILURE
    return "" if is_usual else f"status {answer.status} in another shape: {body[:100]!r}"
