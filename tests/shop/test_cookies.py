import pytest

from shop.sessions import cookies
from shop.sessions.model import Role
from shop.settings import Settings


def config(environment: str) -> Settings:
    return Settings(database_url="postgresql://nowhere/none", secret_key="t" * 40, environment=environment)


@pytest.mark.parametrize(
    ("header", "read"),
    [
        ("", {}),
        (";;; ;", {}),
        ("=", {}),
        ("=value", {}),
        ("alone", {}),
        ("a=1", {"a": "1"}),
        ("a=1;b=2", {"a": "1", "b": "2"}),
        ("  a = 1 ;  b=2  ", {"a": "1", "b": "2"}),
        ('a="1"', {"a": "1"}),
        ("a=x=y==", {"a": "x=y=="}),
        ("a=", {"a": ""}),
        ("broken[]{}=1; a=2", {"broken[]{}": "1", "a": "2"}),
        ("a=1; a=2", {"a": "2"}),
        ("\ta\t=\t1\t", {"a": "1"}),
        *((f"a=1; {blank}a=2", {"a": "1", f"{blank}a": "2"}) for blank in "\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0"),
        ("\x00=\x01; ü=é", {"\x00": "\x01", "ü": "é"}),
    ],
)
def test_malformed_parts_of_a_cookie_header_are_ignored(header, read):
    assert cookies.parse_cookies(header) == read


def test_tokens_are_found_by_role():
    held = {"swarna_customer": "c", "swarna_admin": "a", "other": "x"}
    assert cookies.session_tokens(held, config("local")) == {Role.CUSTOMER: "c", Role.ADMIN: "a"}


def test_an_empty_session_cookie_is_ignored():
    assert cookies.session_tokens({"swarna_customer": ""}, config("local")) == {}


def test_in_production_only_a_cookie_bound_to_the_host_counts():
    held = {"swarna_customer": "c", "__Host-swarna_admin": "a"}
    assert cookies.session_tokens(held, config("production")) == {Role.ADMIN: "a"}
