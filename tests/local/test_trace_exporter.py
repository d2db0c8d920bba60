"""A process exports traces only if it has a collector. Without one, or if the collector is away, all else goes on."""

import asyncio
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from shop.settings import Settings
from tests.support.concurrent_cases import run_cases


def test_a_collector_that_is_no_address_is_refused_at_the_start():
    with pytest.raises(ValueError, match="SHOP_OTLP_URL must start with"):
        Settings(database_url="postgresql://x/y", secret_key="t" * 40, otlp_url="127.0.0.1:4318")


async def test_without_a_collector_nothing_is_lost_but_traces(subtests):
    cases = {
        "no exporter is imported without a collector": no_exporter_is_imported(),
        "a missing extra is logged once": missing_extra_is_logged_once(),
        "a collector that is away is logged once": collector_that_is_away_is_logged_once(),
    }
    await run_cases(subtests, cases)


async def no_exporter_is_imported() -> None:
    assert await _run(
        "",
        "print([m for m in ('opentelemetry.sdk.trace', 'opentelemetry.exporter') if m in sys.modules])",
        before="import asgi, workers.relay",
    ) == ["[]"]


async def missing_extra_is_logged_once() -> None:
    lines = await _run("http://127.0.0.1:9", "pass", before="sys.modules['opentelemetry.sdk'] = None")
    assert len(lines) == 1
    assert "the extra 'otel' is not installed" in lines[0]


async def collector_that_is_away_is_logged_once() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as unserved:
        port = unserved.server_port
    lines = await _run(
        f"http://127.0.0.1:{port}",
        "import time; time.sleep(6); traces.record('r-1', 'b', 0.1, attributes={}); time.sleep(6)",
    )
    assert len(lines) == 1
    assert "traces are lost" in lines[0]


async def _run(url: str, then: str, before: str = "pass") -> list[str]:
    """Record a request and two spans in a process of its own and return the lines that it wrote."""
    code = f"""
import sys
{before}
from shop.observability import traces
traces.record_request("r-1", "GET /", 0.1, failed=False, attributes={{}})
traces.record("r-1", "a", 0.1, attributes={{}})
{then}
"""
    environment = {"SHOP_DATABASE_URL": "postgresql://x/y", "SHOP_SECRET_KEY": "t" * 40, "SHOP_OTLP_URL": url}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code), env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await process.communicate()
    assert process.returncode == 0, said
    return said.decode().splitlines()
