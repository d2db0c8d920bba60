"""The checks of Origin and Host."""

import pytest

from shop.sessions.origins import is_own_host, is_own_origin
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
def test_loopback_has_three_names(name):
    shop = shop_at("http://127.0.0.1:8000")
    assert is_own_origin(f"http://{name}:8000", shop)
    assert not is_own_origin(f"http://{name}:8001", shop)
    assert not is_own_origin(f"https://{name}:8000", shop)
    assert not is_own_origin(f"http://{name}:8000", shop_at("http://shop.example:8000"))
    assert is_own_origin("http://127.0.0.1:8000", shop_at("http://127.0.0.1:8000", environment="production"))
    assert not is_own_origin("http://localhost:8000", shop_at("http://127.0.0.1:8000", environment="production"))


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
def test_other_origins_are_foreign(origin):
    assert not is_own_origin(origin, shop_at("http://shop.example"))


def test_a_shop_may_have_further_addresses():
    shop = shop_at("https://shop.example/", "http://192.168.1.5:8000, https://www.shop.example", "production")
    for origin in ("https://shop.example", "https://www.shop.example:443", "http://192.168.1.5:8000"):
        assert is_own_origin(origin, shop)
    assert not is_own_origin("http://www.shop.example", shop)


def test_an_ipv6_address_may_be_written_in_full():
    shop = shop_at("https://[2001:DB8:0:0::0001]", environment="production")
    assert is_own_origin("https://[2001:db8::1]", shop)
    assert not is_own_origin("https://[2001:db8::2]", shop)


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
def test_in_local_use_only_own_hosts_and_ip_addresses_are_served(host, own):
    assert is_own_host(host, shop_at("http://shop.example", "http://laptop.example:8000")) is own


def test_in_production_every_host_is_served():
    assert is_own_host("web-3.internal", shop_at("https://shop.example", environment="production"))
