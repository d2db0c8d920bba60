"""The realtime process: ``uvicorn realtime.main:app`` by itself, or a part of ``asgi.py``."""

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
from starlette.types import Receive, Scope, Send

from realtime import metrics
from realtime.handshake import HandshakeGuard
from realtime.incidents import Incidents
from realtime.postgres_listener import listen_to_postgres
from realtime.server import RealtimeServer
from shop.db.engine import driver_dsn, make_engine
from shop.db.pool import Pool
from shop.gc_tuning import collect_seldom
from shop.observability.logs import configure
from shop.operations.heartbeat import Heartbeat
from shop.settings import Settings
from shop.startup.load_settings import load_settings

log = structlog.get_logger()


class Realtime:
    """The ASGI application of the realtime process, with its background tasks."""

    def __init__(self, config: Settings) -> None:
        self._config = config
        self._pool = Pool(config, "realtime", size=5)
        self.server = RealtimeServer(self._pool, config.redis_url)
        self._incidents = Incidents(self.server, self._pool)
        self.guard = HandshakeGuard(socketio.ASGIApp(self.server.socketio), self._pool, config)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the background tasks until the block ends."""
        try:
            await self.server.feed.begin()
        except SQLAlchemyError as error:
            log.warning("the stream begins when the database is available", reason=type(error).__name__)
        name = f"realtime {os.getpid()} {socket.gethostname()}"
        heart_engine = make_engine(self._config, "realtime heart", pool_size=1)
        heart = Heartbeat(heart_engine, name, ["realtime"], self._describe)
        beating = heart.start()
        metrics.serve(lambda: self.guard.sockets)
        collect_seldom()
        tasks = [
            asyncio.create_task(_without_end(work))
            for work in (
                self.server.feed.follow,
                self.server.feed.sweep,
                partial(listen_to_postgres, self.server, driver_dsn(self._config)),
                self.server.sessions.check,
                self.server.drop_slow_clients,
                self.server.presence.follow,
                self.server.presence.announce,
                self.server.webhooks.announce,
                self._incidents.monitor.run,
                self._incidents.follow,
            )
        ]
        try:
            yield
        finally:
            heart.stop()
            await _end(tasks)
            await self.server.presence.close()
            await self.server.socketio.shutdown()
            await asyncio.to_thread(beating.join, 2)
            heart_engine.dispose()
            await self._pool.close()

    def _describe(self) -> dict[str, Any]:
        """Return the details of this process for its heartbeat, whose thread calls this."""
        return {
            "sockets": self.guard.sockets,
            **self.server.connections.people,
            "hears_redis": self.server.feed.is_subscribed,
            "canary": self.server.probe_times.describe(),  # its former name, which older processes read
            "failed": self._incidents.monitor.failed,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        else:
            await self.guard(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        message = await receive()
        async with self.running():
            await send({"type": "lifespan.startup.complete"})
            while message["type"] != "lifespan.shutdown":
                message = await receive()
        await send({"type": "lifespan.shutdown.complete"})


async def _end(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancel tasks repeatedly until all have ended: a library that is connecting may swallow a cancellation."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.5)


async def _without_end(work: Callable[[], Awaitable[None]]) -> None:
    """Restart a background task after an unexpected error. Otherwise the process would continue without delivering."""
    while True:
        try:
            await work()
        except Exception:
            log.exception("a background task is restarted after an unexpected error")
        await asyncio.sleep(1)


def app() -> Realtime:
    """Return the application (``uvicorn --factory realtime.main:app``)."""
    config = load_settings()
    configure("realtime")
    return Realtime(config)
