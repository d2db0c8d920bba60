"""Start the whole shop on this machine: `python -m local`, or better `make run`."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Coroutine
from contextlib import suppress

from local import settings
from local.banner import banner
from local.errors import StartError
from local.launcher import Configuration, Shop
from local.output import Output


def main() -> int:
    """Run until Ctrl-C or SIGTERM. Return the exit code."""
    try:
        configuration = settings.read(os.environ)
        with settings.lock(configuration.data_dir):
            return asyncio.run(_run(configuration))
    except StartError as error:
        print(error, file=sys.stderr)
        return 1


async def _run(configuration: Configuration) -> int:
    output = Output()
    shop = Shop(configuration, output)
    stopped = _stop_on_signals(shop)
    environment_file = configuration.data_dir / "environment"
    try:
        await _until(stopped, _start(shop, output))
        await stopped.wait()
    finally:
        output.write("Stopping ...")
        environment_file.unlink(missing_ok=True)
        await shop.stop()
    return 0


async def _start(shop: Shop, output: Output) -> None:
    began = time.monotonic()
    await shop.start()
    settings.write_environment(shop.configuration.data_dir / "environment", shop.environment)
    output.write(banner(shop.configuration, output, seconds=time.monotonic() - began))


async def _until(stopped: asyncio.Event, work: Coroutine[None, None, None]) -> None:
    """Run the work until it is done or a stop signal arrives."""
    working, waiting = asyncio.create_task(work), asyncio.create_task(stopped.wait())
    await asyncio.wait([working, waiting], return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working


def _stop_on_signals(shop: Shop) -> asyncio.Event:
    """Return an event that the first signal sets. The second signal kills all processes."""
    stopped = asyncio.Event()

    def stop() -> None:
        if stopped.is_set():
            shop.supervisor.kill_all()
        stopped.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop)
    return stopped


if __name__ == "__main__":
    sys.exit(main())
