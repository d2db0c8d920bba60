"""Which addresses are the shop's own."""

import pytest

from shop.sessions.origins import is_own, is_own_host
from shop.settings import Settings


def shop_at(url: str, others: str = "", environment: str = "local") -> Settings:
    return Settings(
        database_url="postgresql://h/d",
        secret_key="t" * 40,
        public_url=url,
        other_addresses=others,
        environment=environment,
    )


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_this_machine_has_three_names(name):
    shop = shop_at("http://127.0.0.1:8000")
    assert is_own(f"http://{name}:8000", shop)
    assert not is_own(f"http://{name}:8001", shop)
    assert not is_own(f"https://{name}:8000", shop)
    assert not is_own(f"http://{name}:8000", shop_at("http://shop.example:8000"))
    assert is_own("http://127.0.0.1:8000", shop_at("http://127.0.0.1:8000", environment="production"))
    assert not is_own("http://localhost:8000", shop_at("http://127.0.0.1:8000", environment="production"))


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "",
        "http://",
        "http://[",
        "http://shop.example:x",
        "http://shop.example/path",
        "http://shop.example?x",
        "http://shop.example#x",
        "http://shop.example.",
        "http://shop.example\\@evil.example",
        "http://shop.example:443",
        "shop.example",
    ],
)
def test_what_is_no_origin_of_the_shop_is_foreign(origin):
    assert not is_own(origin, shop_at("http://shop.example"))


def test_a_shop_may_have_further_addresses():
    shop = shop_at("https://shop.example/", "http://192.168.1.5:8000, https://www.shop.example", "production")
    for origin in ("https://shop.example", "https://www.shop.example:443", "http://192.168.1.5:8000"):
        assert is_own(origin, shop)
    assert not is_own("http://www.shop.example", shop)


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1:8000", True),
        ("localhost:9", True),
        ("[::1]:8000", True),
        ("192.168.1.5", True),
        ("SHOP.example", True),
        ("laptop.example:8000", True),
        ("", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("shop.example.evil.example:8000", False),
        ("shop.example@evil.example", False),
        ("[::1", False),
    ],
)
def test_on_one_machine_only_own_names_and_numbers_are_answered(host, own):
    assert is_own_host(host, shop_at("http://shop.example", "http://laptop.example:8000")) is own


def test_in_production_the_front_server_decides_which_names_it_serves():
    assert is_own_host("web-3.internal", shop_at("https://shop.example", environment="production"))
