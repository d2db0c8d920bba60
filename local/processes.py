"""The table of the shop's processes."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from local.server import Server
from local.supervisor import Process

_PYTHON = sys.executable
# The workers of one machine, with their queues. No page waits for pictures and imports, so they share a worker, which
# saves 90 MB. Fan-out, mail and webhooks have their own workers, so that none waits for another.
_WORKERS = {
    "fanout": ("fanout",),
    "mail": ("mail",),
    "images": ("images", "imports", "push"),
    "webhooks": ("webhooks",),
}


def migrations() -> Process:
    """Migrate the database to the current schema."""
    return Process(name="migrate", command=(_PYTHON, "-m", "alembic", "upgrade", "head"), forked=True)


def demo() -> Process:
    """Load the demo shop into an empty database."""
    return Process(name="demo", command=(_PYTHON, "-m", "demo"), forked=True)


def server(embedded: Server) -> Process:
    """An embedded PostgreSQL or Redis, prepared before each restart."""
    return Process(
        name=embedded.name,
        command=tuple(embedded.command()),
        stop_signal=embedded.stop_signal,
        user=embedded.user,
        prepare=embedded.prepare,
        hidden=embedded.chatter,
        infrastructure=True,
    )


def mailbox(port: int, folder: Path) -> Process:
    """Stores each mail as a file."""
    command = (_PYTHON, "-m", "local.mailbox", "--port", str(port), "--folder", str(folder))
    return Process(name="mailbox", command=command, infrastructure=True, forked=True)


def payment_provider(port: int, folder: Path, shop_url: str) -> Process:
    """Takes demo payments on its page; no money moves."""
    webhook_url = f"{shop_url}/api/payment/webhook/razorpay/"
    book = str(folder / "payment-provider.sqlite3")
    options = ("--port", str(port), "--book", book, "--webhook-url", webhook_url)
    command = (_PYTHON, "-m", "local.payment_provider", *options)
    return Process(name="provider", command=command, infrastructure=True, forked=True)


def web(name: str, host: str, port: int) -> Process:
    """API, Socket.IO and the built pages at one origin."""
    options = (
        *("--host", host, "--port", str(port)),
        *("--loop", "uvloop", "--http", "httptools"),
        *("--ws", "websockets-sansio", "--ws-per-message-deflate", "false", "--ws-max-size", "65536"),
        *("--no-access-log", "--log-level", "warning", "--timeout-graceful-shutdown", "5"),
        "--no-proxy-headers",  # SHOP_TRUSTED_PROXIES decides whose X-Forwarded-For is trusted
    )
    return Process(name=name, command=(_PYTHON, "-m", "uvicorn", "asgi:app", *options), forked=True)


def relay(name: str) -> Process:
    """Sequences committed events and publishes their deliveries to the queues."""
    return Process(name=name, command=(_PYTHON, "-m", "workers.relay"), forked=True)


def worker(name: str, *queues: str) -> Process:
    """A Celery worker for these queues."""
    command = (_PYTHON, "-m", "workers", *queues, "--name", name)
    return Process(name=name, command=command, forked=True)


def shop(host: str, ports: list[int], counts: Mapping[str, int]) -> list[Process]:
    """Return all processes of the shop: one `web` for each port, and as many of the other kinds as `counts` says."""
    table = [web(name, host, port) for name, port in zip(_names("web", len(ports)), ports, strict=True)]
    table += [relay(name) for name in _names("relay", counts.get("relay", 1))]
    for kind, queues in _WORKERS.items():
        table += [worker(name, *queues) for name in _names(kind, counts.get(kind, 1))]
    return table


def measured(table: list[Process], port: int) -> list[Process]:
    """Give each process its own Prometheus port, from `port` upwards; none if `port` is 0.

    These processes are not forked: prometheus_client decides on import where it stores its values.
    """
    if not port:
        return table
    return [
        replace(process, forked=False, environment={**process.environment, "SHOP_METRICS_PORT": str(port + place)})
        for place, process in enumerate(table)
    ]


def _names(kind: str, count: int) -> list[str]:
    """Return this many names: `web`, `web-2`, `web-3` ..."""
    return [kind, *(f"{kind}-{number}" for number in range(2, count + 1))][:count]
