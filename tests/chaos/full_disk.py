"""Fill the disk of the shop's data during status changes, then free it.

With `--size` in megabytes the shop's data is on a tmpfs, which requires root and the right to mount; a file fills it.
With `--size 0`, triggers raise PostgreSQL's disk-full error for each change. This tests how the shop handles the error,
but not how PostgreSQL behaves when it cannot write its WAL.

A change must succeed or fail completely. Lists must be available while PostgreSQL runs. Changes must succeed again
within 20 seconds after the disk was freed. `status_changes` describes the other checks.

    python -m tests.chaos.full_disk --seed 7 --size 900 --hold 30
"""

import asyncio
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Protocol

import aiohttp
import psycopg

from shop.text.urls import driver_url
from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report
from tests.support.chaos_shop import ChaosShop
from tests.support.event_audit import Ledger
from tests.support.live_browser import Answer, Refused

BEFORE = 3.0
ON_AGAIN_WITHIN = 20.0
ACCEPTABLE = {"answered", "answered with 503", "cut"}
CHUNK = bytes(1024 * 1024)
_REFUSE = """
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'could not extend file: No space left on device';
    END $$;
    CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON order_item FOR EACH STATEMENT EXECUTE FUNCTION refuse();
    CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON domain_event FOR EACH STATEMENT EXECUTE FUNCTION refuse();
    CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON delivery FOR EACH STATEMENT EXECUTE FUNCTION refuse();
"""


class Disk(Protocol):
    """A disk that can be filled and freed."""

    def fill(self, chaos: ChaosShop) -> None: ...

    def clear(self, chaos: ChaosShop) -> None: ...


class SimulatedDisk:
    """Simulates a full disk by errors in PostgreSQL."""

    def fill(self, chaos: ChaosShop) -> None:
        with psycopg.connect(driver_url(chaos.shop.database_url), autocommit=True) as connection:
            connection.execute(_REFUSE)

    def clear(self, chaos: ChaosShop) -> None:
        with psycopg.connect(driver_url(chaos.shop.database_url), autocommit=True) as connection:
            connection.execute("DROP FUNCTION refuse() CASCADE")


class TmpfsDisk:
    """A tmpfs that is filled by a file."""

    def __init__(self, folder: Path) -> None:
        self._ballast = folder / "ballast"

    def fill(self, _chaos: ChaosShop) -> None:
        with self._ballast.open("ab", buffering=0) as file:
            for size in (len(CHUNK), 4096, 1):
                try:
                    while file.write(CHUNK[:size]) == size:
                        pass
                except OSError:
                    continue

    def clear(self, _chaos: ChaosShop) -> None:
        self._ballast.unlink()


@contextmanager
def mounted(folder: Path, size: int) -> Iterator[TmpfsDisk]:
    """Mount a tmpfs of this size in megabytes below a folder.

    :raises RuntimeError: if mounting is not permitted.
    """
    folder.mkdir(parents=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}m,mode=755", "swarna-full-disk", str(folder)]
    mounting = subprocess.run(command, capture_output=True, text=True, check=False)
    if mounting.returncode:
        raise RuntimeError(f"mounting a tmpfs requires root: {mounting.stderr.strip()}; --size 0 simulates it")
    try:
        yield TmpfsDisk(folder)
    finally:
        log = (folder / "log").read_bytes()
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
        (folder / "log").write_bytes(log)


class Trouble:
    """Fills the disk, observes the responses of the shop for a while, and frees the disk."""

    def __init__(self, disk: Disk, hold: float) -> None:
        self._disk = disk
        self._hold = hold
        self._cleared = 0.0

    async def __call__(self, chaos: ChaosShop, _changer: load.StatusChanger) -> None:
        await asyncio.sleep(BEFORE)
        await asyncio.to_thread(self._disk.fill, chaos)
        lists, said = await self._look(chaos)
        await asyncio.to_thread(self._disk.clear, chaos)
        self._cleared = time.monotonic()
        report = chaos.report
        report.figures["lists during it"] = ", ".join(f"{count} {what}" for what, count in lists.most_common())
        report.figures["Operations said"] = "; ".join(sentence for sentence, _ in said.most_common(3))
        report.faults += [f"a list was {what}" for what in lists if what not in ACCEPTABLE]
        report.expect("healthy again after", await chaos.until_healthy(limit=60), ON_AGAIN_WITHIN)

    async def _look(self, chaos: ChaosShop) -> tuple[Counter[str], Counter[str]]:
        """Return how often each list response and each headline of the Operations page occurred."""
        lists: Counter[str] = Counter()
        said: Counter[str] = Counter()
        until = time.monotonic() + self._hold
        while time.monotonic() < until:
            try:
                await chaos.shoppers[0].get("/api/product/customer/?limit=5&stock=yes")
                said[(await chaos.admins[1].get("/api/operations/"))["headline"]] += 1
                lists["answered"] += 1
            except Refused as refusal:
                lists[f"answered with {refusal.args[0]}"] += 1
            except (aiohttp.ClientError, OSError):
                lists["cut"] += 1
            await asyncio.sleep(0.25)
        return lists, said

    def judge(self, chaos: ChaosShop, changer: load.StatusChanger, _ledger: Ledger) -> None:
        """Find the time at which changes succeeded again."""
        report = chaos.report
        refused = [answer for answer in changer.answers if answer.status == 503]
        report.figures["changes refused"] = f"{len(refused)}"
        again = min(answer.ended_at for answer in changer.answers if self._took(answer)) - self._cleared
        report.expect("changes succeed again after", again, ON_AGAIN_WITHIN)
        if not refused:
            report.faults.append("no change was refused by the full disk")

    def _took(self, answer: Answer) -> bool:
        return answer.status == 200 and answer.ended_at > self._cleared


async def run(folder: Path, *, seed: int, size: int, hold: int) -> Report:
    """Run the test in a shop below `folder`, on a disk of `size` megabytes; 0 simulates the full disk."""
    with mounted(folder, size) if size else nullcontext(SimulatedDisk()) as disk:
        trouble = Trouble(disk, hold)
        limit = load.POSTING_LIMIT + hold
        return await load.run(folder, seed=seed, changes=20, trouble=trouble, judge=trouble.judge, limit=limit)


if __name__ == "__main__":
    main(__doc__, run, size=900, hold=30)
