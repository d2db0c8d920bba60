"""Invalid addresses of webhooks are refused with a sentence that says what to correct."""

import pytest

from shop.security.outgoing_addresses import ForbiddenAddress, check_addresses, check_url


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("https://wss://x/", "Please write https:// once, without another scheme, and no colon without a port."),
        ("https://https://erp.example/hook", "Please write https:// once, without another scheme"),
        ("https://erp.example:/hook", "no colon without a port"),
        ("wss://erp.example/hook", "Please give an https address."),
        ("http://erp.example/hook", "Please give an https address."),
        ("https://erp.example:5432/hook", "Port 5432 is not one of a web server."),
    ],
)
def test_an_address_that_the_shop_cannot_call_is_refused(url, sentence):
    with pytest.raises(ForbiddenAddress, match=sentence):
        check_url(url, is_local=False)


@pytest.mark.parametrize("url", ["https://erp.example/hook", "https://wss:443/", "https://erp.example//a://b"])
def test_a_plain_address_is_accepted(url):
    assert check_url(url, is_local=False)[1] == 443


@pytest.mark.parametrize("allowed", ["10.0.0.5/8", "192.168.1.0/24, 10.0.0.0/8"])
def test_an_address_in_an_allowed_network_may_be_called(allowed):
    assert check_addresses(["10.9.9.9"], scheme="https", is_local=False, allowed=allowed) == "10.9.9.9"
    with pytest.raises(ForbiddenAddress):
        check_addresses(["172.16.0.1"], scheme="https", is_local=False, allowed=allowed)
