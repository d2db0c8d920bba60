"""Run the shop as compose.yaml does, without containers: the same commands behind the same reverse proxy."""

import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from local.ports import free_port
from local.supervisor import Process

ROOT = Path(__file__).resolve().parents[2]
SCALED = {
    "api": 2,
    "realtime": 2,
    "relay": 2,
    "worker-fanout": 2,
    "worker-mail": 2,
    "worker-images": 2,
    "worker-imports": 2,
    "worker-push": 2,
    "worker-webhooks": 2,
}
_PROGRAMS = {
    "python": (sys.executable,),
    "uvicorn": (sys.executable, "-m", "uvicorn"),
}


def interpolated(text: str) -> str:
    """Replace ${NAME:-default} by the default, as Compose does for an unset variable. A default may have another."""
    before = ""
    while text != before:
        before, text = text, re.sub(r"\$\{\w+:-([^${}]*)\}", r"\1", text)
    return text.replace("$$", "$")


@cache
def services() -> dict[str, dict[str, Any]]:
    """Return the services of compose.yaml."""
    described: dict[str, Any] = yaml.safe_load(interpolated((ROOT / "compose.yaml").read_text()))
    return described["services"]


def command_of(service: str, port: int | str) -> list[str]:
    """Return the command of a service, on a port of this machine."""
    program, *words = services()[service]["command"]
    local = [
        word.replace("--host=0.0.0.0", "--host=127.0.0.1").replace("--port=8000", f"--port={port}") for word in words
    ]
    return [*_PROGRAMS[program], *local]


@dataclass(frozen=True)
class Nginx:
    """The paths of nginx's program, modules and MIME types."""

    program: Path
    modules: Path
    mime: Path


def nginx(folder: Path) -> Nginx:
    """Unpack Debian's nginx with its Brotli module below `folder`, without installing it.

    :raises RuntimeError: if the packages cannot be downloaded.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names = ["nginx", "nginx-common", "libnginx-mod-http-brotli-static"]
    try:
        subprocess.run(
            ["apt-get", "download", *names], cwd=folder, capture_output=True, text=True, check=True, timeout=60
        )
        for package in folder.glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, folder], check=True)
        program = folder / "usr" / "sbin" / "nginx"
        subprocess.run([program, "-v"], capture_output=True, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", None) or error
        raise RuntimeError(f"Debian's packages of nginx cannot be downloaded: {said}") from error
    return Nginx(
        program=program,
        modules=folder / "usr" / "lib" / "nginx" / "modules",
        mime=folder / "etc" / "nginx" / "mime.types",
    )


def behind(server: Nginx, folder: Path) -> Callable[[str, list[int], Mapping[str, int]], list[Process]]:
    """Return the table of processes with nginx in front; its files are in `folder`."""

    def table(host: str, ports: list[int], _counts: Mapping[str, int]) -> list[Process]:
        made: list[Process] = []
        addresses: dict[str, list[str]] = {"api": [], "realtime": []}
        for service, count in SCALED.items():
            for number in range(1, count + 1):
                port = free_port()
                if service in addresses:
                    addresses[service].append(f"127.0.0.1:{port}")
                made.append(_process(service, number, port))
        groups = folder / "groups"
        groups.mkdir(parents=True, exist_ok=True)
        (groups / "shop.conf").write_text("".join(_group(name, where) for name, where in addresses.items()))
        return [*made, _front(server, folder, f"{host}:{ports[0]}")]

    return table


def _group(name: str, addresses: list[str]) -> str:
    servers = "".join(f"    server {address} max_fails=1 fail_timeout=2s;\n" for address in addresses)
    return f"upstream {name} {{\n{servers}}}\n"


def _process(service: str, number: int, port: int) -> Process:
    name = service.removeprefix("worker-") + ("" if number == 1 else f"-{number}")
    words = command_of(service, port)
    if service.startswith("worker-"):
        words += ["--name", name]  # in Compose their host names differ
    return Process(
        name=name,
        command=tuple(words),
        environment={
            "SHOP_TRUSTED_PROXIES": "127.0.0.1/32",
            "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
        },
    )


def _front(server: Nginx, folder: Path, listen: str) -> Process:
    return Process(
        name="front",
        command=(str(ROOT / "deploy" / "front"),),
        environment={
            "LISTEN": listen,
            "SITE": "api",
            "REALTIME": "realtime",
            "RESOLVER": "127.0.0.1",
            "UPSTREAMS": str(folder / "groups"),
            "DIST": str(ROOT / "web" / "dist"),
            "SCRATCH": str(folder),
            # All load comes from one address, so the limits of one address are lifted.
            "RATE": "100000",
            "BURST": "100000",
            "CONNECTIONS": "10000",
            "PROGRAM": str(server.program),
            "MODULES": str(server.modules),
            "MIME": str(server.mime),
        },
    )
