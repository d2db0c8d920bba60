"""Addresses that people write for webhooks are refused with a sentence that says what to mend."""

import pytest

from shop.security.outgoing_addresses import ForbiddenAddress, check_url


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
