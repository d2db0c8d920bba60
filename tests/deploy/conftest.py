"""Run the reverse proxy of the deployment in front of a site."""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import httpx2
import pytest

from local.ports import free_port
from tests.support.compose_topology import ROOT, Nginx, nginx

Open = Callable[..., Awaitable[str]]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Nginx:
    try:
        return nginx(tmp_path_factory.mktemp("nginx"))
    except RuntimeError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def dist() -> Iterator[Path]:
    """Create a folder like that of the web build. It is world-readable, as nginx runs as another user."""
    with tempfile.TemporaryDirectory() as name:
        assets = Path(name, "assets")
        assets.mkdir()
        for suffix, content in {"js": b"plain", "js.br": b"brotli", "js.gz": b"zip"}.items():
            (assets / f"page.{suffix}").write_bytes(content)
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
async def front(program: Nginx, dist: Path, tmp_path: Path) -> AsyncIterator[Open]:
    """Return a function that runs a reverse proxy in front of a site and returns the proxy's URL."""
    async with AsyncExitStack() as closing:

        async def opened(*, site: int, proxies: str = "10.0.0.0/8", **limits: str) -> str:
            listen = f"127.0.0.1:{free_port()}"
            given = {
                "LISTEN": listen,
                "SITE": f"127.0.0.1:{site}",
                "REALTIME": f"127.0.0.1:{site}",
                "RESOLVER": "127.0.0.1",
                "UPSTREAMS": str(tmp_path / "groups"),
                "DIST": str(dist),
                "SCRATCH": str(tmp_path),
                "PROXIES": proxies,
                "PROGRAM": str(program.program),
                "MODULES": str(program.modules),
                "MIME": str(program.mime),
            }
            child = await asyncio.create_subprocess_exec(ROOT / "deploy" / "front", env=os.environ | given | limits)
            closing.push_async_callback(child.wait)
            closing.callback(child.terminate)
            async with asyncio.timeout(60), httpx2.AsyncClient() as visitor:
                while True:
                    with suppress(httpx2.TransportError):
                        await visitor.get(f"http://{listen}/.alive")
                        return f"http://{listen}"
                    assert child.returncode is None
                    await asyncio.sleep(0.02)

        yield opened
