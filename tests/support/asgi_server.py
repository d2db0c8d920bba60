"""Serve an ASGI application on a real server for a test."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

import uvicorn
from starlette.types import ASGIApp


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Install no signal handlers, as pytest has its own."""
        yield


@contextlib.asynccontextmanager
async def serving(app: ASGIApp, **options: Any) -> AsyncIterator[int]:
    """Serve an application on a free port of 127.0.0.1 and yield the port. ``options`` are uvicorn's."""
    server = _Server(uvicorn.Config(app, port=0, log_level="warning", timeout_graceful_shutdown=1, **options))
    task = asyncio.create_task(server.serve())
    async with asyncio.timeout(60):
        while not server.started:  # noqa: ASYNC110 - polls, as no event signals this
            await asyncio.sleep(0.005)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await task
