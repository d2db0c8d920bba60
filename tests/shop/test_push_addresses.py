"""Which addresses of push services the shop calls."""

import pytest

from shop.notifications.addresses import ForbiddenPushService, check_endpoint, resolve

PUBLIC = "https://fcm.googleapis.com/fcm/send/abc"


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example/x",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://192.168.1.1/x",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://[fd00::1]/x",
        "https://[64:ff9b::10.0.0.1]/x",
        "https://[64:ff9b::7f00:1]/x",
        "https://[2002:7f00:1::]/x",
        "https://2130706433/x",
        "https://user:secret@push.example/x",
        "https://push.example/x#y",
        "https://push.example\\@10.0.0.1/x",
        "https://push.example:99999/x",
        "https:///x",
        "ftp://push.example/x",
        "javascript:alert(1)",
        f"https://push.example/{'x' * 1000}",
        "https://permanently-removed.invalid/fcm/send/abc",
        "https://Removed.INVALID./x",
    ],
)
@pytest.mark.parametrize("is_local", [False, True])
def test_no_private_plain_or_odd_address_is_called(url, is_local):
    with pytest.raises(ForbiddenPushService):
        check_endpoint(url, is_local=is_local)


def test_public_services_are_called_and_loopback_in_local_mode_only():
    assert check_endpoint(PUBLIC, is_local=False) == ("fcm.googleapis.com", 443)
    assert check_endpoint("http://127.0.0.1:9000/push/1", is_local=True) == ("127.0.0.1", 9000)
    with pytest.raises(ForbiddenPushService):
        check_endpoint("http://127.0.0.1:9000/push/1", is_local=False)


def test_a_name_that_leads_into_the_own_network_is_refused(monkeypatch):
    found = [(2, 1, 6, "", (address, 443)) for address in ("93.184.216.34", "10.0.0.1")]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: found)
    with pytest.raises(ForbiddenPushService):
        resolve("https://push.example/x", is_local=True)
    found.pop()
    assert resolve("https://push.example/x", is_local=False) == ("93.184.216.34", 443)
