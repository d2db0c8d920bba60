"""The realtime process: ``uvicorn realtime.main:app`` on a machine of its own, or a part of ``asgi.py``."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import socketio
import structlog
from sqlalchemy.exc import SQLAlchemyError

from realtime import metrics
from realtime.gate import Gate, Message, Receive, Scope, Send
from realtime.server import Pages
from realtime.sessions import check_sessions, follow_endings
from realtime.troubles import Troubles
from shop.db.engine import driver_dsn, make_engine
from shop.db.pool import Pool
from shop.gc_tuning import collect_seldom
from shop.heartbeat import Heart
from shop.logs import configure
from shop.settings import Settings, settings

log = structlog.get_logger()


class Realtime:
    """The ASGI application of the open pages, with what runs beside it."""

    def __init__(self, config: Settings) -> None:
        self._config = config
        self._pool = Pool(config, "realtime", size=5)
        self.pages = Pages(self._pool, config.redis_url)
        self._troubles = Troubles(self.pages, self._pool)
        self.gate = Gate(socketio.ASGIApp(self.pages.socketio), self._pool, config)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Follow the stream and the sessions until left."""
        try:
            await self.pages.feed.begin()
        except SQLAlchemyError as error:
            log.warning("the stream begins when the database is back", reason=type(error).__name__)
        name = f"realtime {os.getpid()} {socket.gethostname()}"
        heart_engine = make_engine(self._config, "realtime heart", pool_size=1)
        heart = Heart(heart_engine, name, ["realtime"], self._describe)
        beating = heart.start()
        metrics.serve(lambda: self.gate.sockets)
        collect_seldom()
        tasks = [
            asyncio.create_task(_without_end(work))
            for work in (
                self.pages.feed.follow,
                self.pages.feed.sweep,
                partial(follow_endings, self.pages, driver_dsn(self._config)),
                partial(check_sessions, self.pages),
                self.pages.drop_the_deaf,
                self._troubles.monitor.run,
                self._troubles.tell,
            )
        ]
        try:
            yield
        finally:
            heart.stop()
            await _end(tasks)
            await asyncio.to_thread(beating.join, 2)
            heart_engine.dispose()
            await self._pool.close()

    def _describe(self) -> dict[str, Any]:
        """Say what the sign of life says of this process; a thread asks."""
        return {
            "sockets": self.gate.sockets,
            **self.pages.people,
            "hears_redis": self.pages.feed.redis_is_heard,
            "canary": self.pages.canaries.describe(),
            "failed": self._troubles.monitor.failed,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        else:
            await self.gate(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        message: Message = await receive()
        async with self.running():
            await send({"type": "lifespan.startup.complete"})
            while message["type"] != "lifespan.shutdown":
                message = await receive()
        await send({"type": "lifespan.shutdown.complete"})


async def _end(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancel until all have ended: a library amid connecting may swallow the first cancellation."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.5)


async def _without_end(work: Callable[[], Awaitable[None]]) -> None:
    """Begin again what failed in a way that it does not know itself: a process without it would go on, but deaf."""
    while True:
        try:
            await work()
        except Exception:
            log.exception("beginning again after an unexpected error")
        await asyncio.sleep(1)


def app() -> Realtime:
    """Return the application (``uvicorn --factory realtime.main:app``)."""
    configure("realtime")
    return Realtime(settings())
