"""The counter before the API: hands out what is kept before anything else looks at the request.

Whatever is not so plain goes on inwards, where ``api/byte_cache.py`` keeps what is answered.
"""

import time

from starlette.types import Scope, Send

from api import compression
from api.byte_cache import PATHS
from api.doors import always
from api.shelf import Answer, Shelf, key_of
from api.tracing import HEADER, Numbers
from api.whole import head_of, write_whole
from shop.sessions import cookies
from shop.sessions.model import Role
from shop.settings import Settings

_NOT_PLAIN = frozenset({b"if-none-match", b"content-length", b"transfer-encoding"})


class Counter:
    """Answers plain requests of visitors and shoppers from the shelf."""

    def __init__(self, shelf: Shelf, settings: Settings) -> None:
        self._shelf = shelf
        self._numbers = Numbers(settings)
        self._always = always(settings)
        self._head = head_of(self._always)
        self._staff = cookies.cookie_name(Role.ADMIN, settings).encode()

    def find(self, scope: Scope) -> tuple[Answer, bytes] | None:
        """Return the answer if it is kept, and the encodings that are accepted."""
        if scope["type"] != "http" or scope["path"] not in PATHS or scope["method"] != "GET":
            return None
        accepted = b""
        for name, value in scope["headers"]:
            if name == b"accept-encoding":
                accepted = value
            elif name in _NOT_PLAIN or (name == b"cookie" and self._staff in value):
                return None  # it has a body, or is staff's, or holds a copy already
        answer = self._shelf.get(key_of(scope))
        return None if answer is None else (answer, accepted)

    async def hand_out(self, found: tuple[Answer, bytes], scope: Scope, send: Send) -> None:
        """Send what was found."""
        began = time.perf_counter()
        answer, accepted = found
        sent = answer.sent_as(compression.choose(accepted.decode("latin-1")))
        number = self._numbers.of(scope)
        own = [(HEADER, number.encode())]
        if not write_whole(send, sent.head + self._head + head_of(own), sent.body):
            headers = [*sent.headers, *self._always, *own]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": sent.body})
        self._numbers.watch(scope, 200, number, began)
