"""Kill one process of each kind during changes, with two processes of every kind behind the reverse proxy.

The commands are those of compose.yaml, without containers: two API processes, two realtime processes, two relays and
two workers of each queue, behind nginx. `status_changes` describes the checks. Only clients of the killed process may
notice anything, and no more than a reconnect.

    python -m tests.chaos.topology --seed 7
"""

import asyncio
from pathlib import Path

from tests.chaos import kill_processes
from tests.chaos.command import main
from tests.support import compose_topology
from tests.support.chaos_report import Report

KILLED = ("api", "realtime", "relay", "fanout", "mail", "redis")


async def run(folder: Path, *, seed: int, changes: int, kills: int = len(KILLED)) -> Report:
    """Run the test in a shop below `folder`."""
    server = await asyncio.to_thread(compose_topology.nginx, folder / "nginx")
    table = compose_topology.behind(server, folder / "front")
    return await kill_processes.run(folder, seed=seed, changes=changes, kills=kills, killed=KILLED, table=table)


if __name__ == "__main__":
    main(__doc__, run, changes=200, kills=len(KILLED))
