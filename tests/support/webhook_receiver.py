"""A receiver of webhooks on loopback: it verifies each message with the Standard Webhooks library and stores it."""

import asyncio
import contextlib
import json
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web
from standardwebhooks import Webhook

from local.ports import free_port
from tests.support.event_loop import end_other_tasks

Answer = Callable[["Received"], Awaitable[web.StreamResponse] | web.StreamResponse]


@dataclass(frozen=True)
class Received:
    """A received message; ``number`` counts the messages at its path from 1."""

    path: str
    message_id: str
    headers: dict[str, str]
    body: dict[str, Any]
    number: int


@dataclass
class Receiver:
    """Serves in a thread. ``answers`` has a function for each path; any other path is answered with 204."""

    secret: str
    port: int = field(default_factory=free_port)
    answers: dict[str, Answer] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)
    unverified: int = 0
    requests: int = 0
    _counts: Counter[str] = field(default_factory=Counter)

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def at(self, path: str) -> list[Received]:
        return [each for each in self.received if each.path == path]

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        self.requests += 1
        try:
            body = await request.read()
        except ConnectionError:  # the sender was killed
            return web.Response(status=400)
        headers = {name.lower(): value for name, value in request.headers.items()}
        try:
            Webhook(self.secret).verify(body, headers)
        except Exception:  # noqa: BLE001 - any exception means that the signature is invalid
            self.unverified += 1
        self._counts[request.path] += 1
        number = self._counts[request.path]
        one = Received(request.path, headers["webhook-id"], headers, json.loads(body), number)
        self.received.append(one)
        answer = self.answers.get(request.path, lambda _: web.Response(status=204))(one)
        return answer if isinstance(answer, web.StreamResponse) else await answer

    @contextlib.asynccontextmanager
    async def _serving(self) -> AsyncIterator[None]:
        app = web.Application(client_max_size=2**24)
        app.router.add_route("*", "/{path:.*}", self._handle)
        runner = web.AppRunner(app, shutdown_timeout=0.2)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", self.port, backlog=4096).start()
        yield
        await runner.cleanup()
        await end_other_tasks()  # pending responses

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True, name="receiver")
        self._thread.start()
        self._context = self._serving()
        asyncio.run_coroutine_threadsafe(self._context.__aenter__(), self._loop).result(20)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._context.__aexit__(None, None, None), self._loop).result(20)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
