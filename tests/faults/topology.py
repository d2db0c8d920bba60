"""Kill one process of each kind, amid changes, where every kind runs twice behind the front server.

The commands are those of compose.yaml, without containers: two sites, two realtime processes, two relays and two
workers of each queue, behind nginx. What is checked is what `kill_processes` checks; and nobody but those whose very
process was killed may notice more than a reconnect.

    python -m tests.faults.topology --seed 7
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests import topology
from tests.faults import kill_processes

KILLED = ("api", "realtime", "relay", "fanout", "mail", "redis")


async def run(folder: Path, *, seed: int, changes: int, kills: int = len(KILLED)) -> kill_processes.Report:
    """Run it in a shop of its own below `folder`."""
    server = await asyncio.to_thread(topology.nginx, folder / "nginx")
    table = topology.behind(server, folder / "front")
    return await kill_processes.run(
        folder / "shop", seed=seed, changes=changes, kills=kills, killed=KILLED, table=table
    )


def main() -> None:
    """Run it and print the report; end with 1 where something was lost, doubled or out of order."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--kills", type=int, default=len(KILLED))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="swarna-topology-") as folder:
        report = asyncio.run(run(Path(folder), seed=options.seed, changes=options.changes, kills=options.kills))
    sys.stdout.write(f"{report}\n")
    sys.exit(1 if report.faults else 0)


if __name__ == "__main__":
    main()
