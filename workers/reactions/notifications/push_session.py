"""The connection to a push service: to the address that was checked, without following redirects."""

from typing import Any

import requests
from requests.adapters import HTTPAdapter


class _Pinned(HTTPAdapter):
    """Connects to one IP address, whatever the host's name resolves to by then. TLS still checks the name."""

    def __init__(self, address: str) -> None:
        self._address = address
        super().__init__(max_retries=0)

    def build_connection_pool_key_attributes(
        self,
        request: requests.PreparedRequest,
        verify: bool | str,  # noqa: FBT001 - as in the base class
        cert: Any = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        host, pool = super().build_connection_pool_key_attributes(request, verify, cert)
        if host["scheme"] == "https":
            pool |= {"server_hostname": host["host"], "assert_hostname": host["host"]}
        return {**host, "host": self._address}, pool

    def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> requests.Response:
        request.headers["Host"] = (request.url or "").split("/")[2]
        return super().send(request, *args, **options)


class PushSession(requests.Session):
    """Sends to one IP address, without proxies and without following redirects."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.trust_env = False
        self.mount("https://", _Pinned(address))
        self.mount("http://", _Pinned(address))

    def post(self, url: Any, data: Any = None, json: Any = None, **options: Any) -> requests.Response:
        return super().post(url, data=data, json=json, **{**options, "allow_redirects": False})
