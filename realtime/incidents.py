"""Send the shop's current incidents to all open admin pages, within seconds.

The incidents bypass the event stream, because the stream itself may be broken. Each realtime process reads the state of
the shop and sends it to its own connections.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from realtime.connections import ADMINS
from realtime.server import RealtimeServer
from shop.clock import iso
from shop.db.pool import Pool
from shop.operations.monitor import ANSWER_SECONDS, DatedFinding, Monitor, Probe, refuse_silent, retry_once
from shop.operations.snapshot import read

EVENT = "shop.troubles"
"""The event that pages get. It keeps its former name for pages that were loaded before an upgrade."""
CHECK_SECONDS = 1.0


class Incidents:
    """Sends the current incidents to each admin page when they change."""

    def __init__(self, server: RealtimeServer, pool: Pool) -> None:
        self._server = server
        self._pool = pool
        probe = Probe("connections", self._check_connections, held=2.5, goes_first=True)
        self.monitor = Monitor(partial(retry_once, partial(read, pool)), [probe])
        self._sent: dict[str, Any] = {}

    async def follow(self) -> None:
        """Once a second, for ever, compare the monitor's findings with those last sent to each page."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            if not self._server.connections.in_room(ADMINS):
                self._sent.clear()
                continue
            report = await self.monitor.report()
            await self._send(_to_json(report.findings))

    async def _send(self, incidents: list[dict[str, Any]]) -> None:
        sockets = dict(self._server.connections.in_room(ADMINS))
        # A new connection also gets an empty report, because its page may show an incident from before the
        # reconnection.
        outdated = {sid: socket for sid, socket in sockets.items() if self._sent.get(sid) != incidents}
        if outdated:
            await self._server.sender.send(outdated, EVENT, {"type": EVENT, "data": incidents})
        self._sent = dict.fromkeys(sockets, incidents)

    async def _check_connections(self) -> None:
        checked, silent = await self._pool.check(seconds=ANSWER_SECONDS)
        refuse_silent(silent, asked=checked)


def _to_json(findings: Sequence[DatedFinding]) -> list[dict[str, Any]]:
    """Return the fields of each finding that pages get: the sentence, and the time since which it holds."""
    return [
        {
            "key": one.finding.key,
            "level": one.finding.level,
            "sentence": one.finding.sentence,
            "since": iso(one.since),
        }
        for one in findings
    ]
