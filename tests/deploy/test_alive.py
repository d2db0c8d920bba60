"""The health checks of the containers reach the process itself, even if the machine has an HTTP proxy."""

import asyncio

import pytest
from starlette.responses import Response

from deploy import alive
from local.ports import free_port
from tests.support.asgi_server import serving
from tests.support.compose_topology import services


@pytest.mark.parametrize("is_served", [False, True])
async def test_the_check_does_not_ask_a_proxy(monkeypatch, is_served):
    """A proxy would return 503 for a dead process, and any status counts as a response of the process."""
    failing = Response(status_code=503)
    async with serving(failing, lifespan="off") as proxy, serving(failing, lifespan="off") as served:
        port = served if is_served else free_port()
        monkeypatch.setattr(alive, "URL", f"http://127.0.0.1:{port}/api/health/")
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy}")
        monkeypatch.setenv("no_proxy", "")
        assert await asyncio.to_thread(alive.answers) is is_served


def test_the_check_of_the_reverse_proxy_does_not_ask_a_proxy():
    [command, program, *options] = services()["web"]["healthcheck"]["test"]
    assert (command, program) == ("CMD", "wget")
    assert "--no-proxy" in options
