"""The connection to a push service: to the address that was checked, with one deadline, without following redirects."""

import asyncio
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any

import httpx2
import requests

from shop.notifications import addresses
from shop.security import outgoing_addresses


class PushSession(requests.Session):
    """Posts to push services. Only the status of a response is read.

    pywebpush posts by a session of requests. Its own ``post`` would read and decompress whole responses, and its
    time-out is for each read, so a hostile push service could occupy a worker or its memory.
    """

    def __init__(self, *, is_local: bool) -> None:
        super().__init__()
        self._is_local = is_local

    def post(self, url: Any, data: Any = None, json: Any = None, **options: Any) -> requests.Response:  # noqa: ARG002 - as in the base class
        """Post within ``timeout`` seconds in total.

        :raises shop.notifications.addresses.ForbiddenPushService: if the shop may not call this address.
        :raises OSError: if the push service cannot be reached, or does not respond in time.
        """
        response = requests.Response()
        seconds, headers = options["timeout"], options["headers"]
        try:
            response.status_code = asyncio.run(_post(url, data, headers, seconds=seconds, is_local=self._is_local))
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise requests.ConnectionError(f"{type(error).__name__}: {error}") from error
        return response


@cache
def _tls() -> ssl.SSLContext:
    return httpx2.create_ssl_context(trust_env=False)


async def _post(url: str, body: bytes, headers: Mapping[str, str], *, seconds: float, is_local: bool) -> int:
    """Resolve the host, check and pin its address, post, and return the status."""
    resolver = ThreadPoolExecutor(1, thread_name_prefix="push-resolver")  # its own, so that nothing waits for its end
    try:
        async with (
            asyncio.timeout(seconds),
            httpx2.AsyncClient(verify=_tls(), trust_env=False, follow_redirects=False, timeout=seconds) as client,
        ):
            resolve = partial(addresses.resolve, url, is_local=is_local)
            address, port = await asyncio.get_running_loop().run_in_executor(resolver, resolve)
            pinned, host_header, tls_name = outgoing_addresses.pin(url, address, port)
            headers = {**headers, "host": host_header, "accept-encoding": "identity"}
            extensions = {"sni_hostname": tls_name}
            async with client.stream("POST", pinned, content=body, headers=headers, extensions=extensions) as response:
                return response.status_code
    finally:
        resolver.shutdown(wait=False)
