"""Fill the disk under all of the shop's data amid status changes, and make room again.

With a size in megabytes the shop stands on a disk of its own, a tmpfs, which takes root and the right to mount; a file
fills it to the last byte. Without (--size 0), as on any machine, triggers say of each change that PostgreSQL's disk is
full: that shows what the shop makes of it, and not what PostgreSQL itself does when it cannot write its log.

Changes must be taken or refused whole, lists must be answered for as long as PostgreSQL runs, and within 20 seconds of
room being made changes are taken again. `changes` says what else is checked.

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

from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report
from tests.support.chaos_scene import Scene
from tests.support.demo_people import dsn
from tests.support.event_audit import Ledger
from tests.support.live_browser import Refused

BEFORE = 3.0
ON_AGAIN_WITHIN = 20.0
BEARABLE = {"answered", "answered with 503", "cut"}
PIECE = bytes(1024 * 1024)
_REFUSE = """
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'could not extend file: No space left on device';
    END $$;
    CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON order_item FOR EACH STATEMENT EXECUTE FUNCTION refuse();
    CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON domain_event FOR EACH STATEMENT EXECUTE FUNCTION refuse();
    CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON delivery FOR EACH STATEMENT EXECUTE FUNCTION refuse();
"""


class Disk(Protocol):
    """A disk that can be filled."""

    def fill(self, scene: Scene) -> None: ...

    def clear(self, scene: Scene) -> None: ...


class Said:
    """A disk that PostgreSQL says is full."""

    def fill(self, scene: Scene) -> None:
        with psycopg.connect(dsn(scene.shop.database_url), autocommit=True) as connection:
            connection.execute(_REFUSE)

    def clear(self, scene: Scene) -> None:
        with psycopg.connect(dsn(scene.shop.database_url), autocommit=True) as connection:
            connection.execute("DROP FUNCTION refuse() CASCADE")


class Real:
    """A file system of its own."""

    def __init__(self, folder: Path) -> None:
        self._ballast = folder / "ballast"

    def fill(self, _scene: Scene) -> None:
        with self._ballast.open("ab", buffering=0) as file:
            for size in (len(PIECE), 4096, 1):
                try:
                    while file.write(PIECE[:size]) == size:
                        pass
                except OSError:
                    continue

    def clear(self, _scene: Scene) -> None:
        self._ballast.unlink()


@contextmanager
def mounted(folder: Path, size: int) -> Iterator[Real]:
    """Lay a disk of so many megabytes below a folder.

    :raises RuntimeError: where that is not allowed.
    """
    folder.mkdir(parents=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}m,mode=755", "swarna-full-disk", str(folder)]
    mounting = subprocess.run(command, capture_output=True, text=True, check=False)
    if mounting.returncode:
        raise RuntimeError(f"a disk of its own takes root: {mounting.stderr.strip()}; --size 0 goes without")
    try:
        yield Real(folder)
    finally:
        log = (folder / "log").read_bytes()
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
        (folder / "log").write_bytes(log)


class Trouble:
    """Fills the disk, looks at the shop for a while, and makes room."""

    def __init__(self, disk: Disk, hold: float) -> None:
        self._disk = disk
        self._hold = hold
        self._cleared = 0.0

    async def __call__(self, scene: Scene, _posting: load.Posting) -> None:
        await asyncio.sleep(BEFORE)
        await asyncio.to_thread(self._disk.fill, scene)
        lists, said = await self._look(scene)
        await asyncio.to_thread(self._disk.clear, scene)
        self._cleared = time.monotonic()
        report = scene.report
        report.figures["lists amid it"] = ", ".join(f"{count} {what}" for what, count in lists.most_common())
        report.figures["Operations said"] = "; ".join(sentence for sentence, _ in said.most_common(3))
        report.faults += [f"a list was {what}" for what in lists if what not in BEARABLE]
        report.expect("healthy again after", await scene.until_healthy(limit=60), ON_AGAIN_WITHIN)

    async def _look(self, scene: Scene) -> tuple[Counter[str], Counter[str]]:
        """Return how lists were answered, and what stood on top of Operations."""
        lists: Counter[str] = Counter()
        said: Counter[str] = Counter()
        until = time.monotonic() + self._hold
        while time.monotonic() < until:
            try:
                await scene.shoppers[0].get("/api/product/customer/?limit=5&stock=yes")
                said[(await scene.admins[1].get("/api/operations/"))["headline"]] += 1
                lists["answered"] += 1
            except Refused as refusal:
                lists[f"answered with {refusal.args[0]}"] += 1
            except (aiohttp.ClientError, OSError):
                lists["cut"] += 1
            await asyncio.sleep(0.25)
        return lists, said

    def judge(self, scene: Scene, posting: load.Posting, _ledger: Ledger) -> None:
        """Find when changes were taken again."""
        report = scene.report
        refused = [answer for answer in posting.answers if answer.status == 503]
        report.figures["changes refused whole"] = f"{len(refused)}"
        again = min(answer.at + answer.seconds for answer in posting.answers if self._took(answer)) - self._cleared
        report.expect("changes taken again after", again, ON_AGAIN_WITHIN)
        if not refused:
            report.faults.append("no change met the full disk")

    def _took(self, answer: load.Answered) -> bool:
        return answer.status == 200 and answer.at + answer.seconds > self._cleared


async def run(folder: Path, *, seed: int, size: int, hold: int) -> Report:
    """Run it in a shop of its own below `folder`, on a disk of `size` megabytes; 0: PostgreSQL says it is full."""
    with mounted(folder, size) if size else nullcontext(Said()) as disk:
        trouble = Trouble(disk, hold)
        limit = load.POSTING_LIMIT + hold
        return await load.run(folder, seed=seed, changes=20, trouble=trouble, judge=trouble.judge, limit=limit)


if __name__ == "__main__":
    main(__doc__, run, size=900, hold=30)
