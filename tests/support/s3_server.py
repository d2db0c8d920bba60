"""An S3 server with one bucket, for tests."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx2

from local.ports import free_port

KEYS = {"AWS_ACCESS_KEY_ID": "tests", "AWS_SECRET_ACCESS_KEY": "tests"}


@dataclass(frozen=True)
class Bucket:
    """A bucket in memory, empty at first."""

    port: int
    pid: int

    def url(self, *, port: int | None = None) -> str:
        """Return the ``SHOP_MEDIA_URL`` of the bucket, through another port if given."""
        return f"s3://pictures/shop?endpoint=http://127.0.0.1:{port or self.port}"


@contextmanager
def bucket() -> Iterator[Bucket]:
    """Run an S3 server with a bucket."""
    port = free_port()
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, env=os.environ | KEYS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(f"http://127.0.0.1:{port}")
        httpx2.put(f"http://127.0.0.1:{port}/pictures", timeout=60).raise_for_status()
        yield Bucket(port, server.pid)
    finally:
        server.kill()
        server.wait()


def _wait_for(address: str) -> None:
    deadline = time.monotonic() + 120
    while True:
        try:
            httpx2.get(address)
        except httpx2.TransportError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return
