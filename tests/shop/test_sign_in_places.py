import pytest

from shop.sessions.places import place_of


@pytest.mark.parametrize(
    ("address", "here", "place"),
    [
        (None, "8.8.8.8", "Unknown place"),
        ("testclient", "8.8.8.8", "Unknown place"),
        ("127.0.0.1", "8.8.8.8", "The shop's own machine"),
        ("::1", None, "The shop's own machine"),
        ("192.168.1.20", "192.168.1.30", "Local network"),
        ("::ffff:10.0.0.7", None, "Local network"),
        ("fd12::7", None, "Local network"),
        ("fe80::7", None, "Local network"),
        ("8.8.8.8", "8.8.8.8", "This network"),
        ("8.8.8.8", "8.8.4.4", "Another network"),
        ("8.8.8.8", None, "Another network"),
        ("2001:4860:4860::8888", "2001:4860:4860::1", "This network"),
        ("2001:4860:4860::8888", "2001:4860:4861::8888", "Another network"),
        ("2001:4860:4860::8888", "8.8.8.8", "Another network"),
    ],
)
def test_an_address_tells_a_place(address, here, place):
    assert place_of(address, here=here) == place
