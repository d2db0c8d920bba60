"""The command line of a fault test: run it in a temporary folder, print the report, exit with 1 if it failed."""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.support.chaos_report import Report


def main(description: str | None, run: Callable[..., Awaitable[Report]], **numbers: int) -> None:
    """Parse the seed and the numbers; each number is an option with its default."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    for name, default in numbers.items():
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{default} by default")
    parser.add_argument("--log", type=Path, help="file for the log of all processes, written at the end")
    options = vars(parser.parse_args())
    log = options.pop("log")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="swarna-faults-") as folder:
        shop = Path(folder) / "shop"
        try:
            report = asyncio.run(run(shop, **options))
        finally:
            if log:
                log.write_text((shop / "log").read_text())
    report.seconds = time.monotonic() - began
    sys.stdout.write(f"{report}\n")
    sys.exit(1 if report.faults or report.slow else 0)
