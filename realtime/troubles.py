"""Tells admins' open pages what is wrong with the shop: on every page of the portal, within seconds.

It does not go the way of the events, for that may be what is wrong: each realtime process reads how the work stands
and writes to its own sockets.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from realtime.server import Pages
from shop.clock import iso
from shop.db.deadlines import patience
from shop.db.engine import is_away
from shop.db.pool import Pool
from shop.operations.monitor import Failed, Monitor, Probe, Told
from shop.operations.reading import Read, read

TROUBLES = "shop.troubles"
LOOK_SECONDS = 1.0
ANSWER_SECONDS = 1.2


class Troubles:
    """Keeps each admin's page told of what is wrong, and of nothing once all is well."""

    def __init__(self, pages: Pages, pool: Pool) -> None:
        self._pages = pages
        self._pool = pool
        self.monitor = Monitor(self._read, [Probe("connections", self._check_connections, held=2.5, goes_first=True)])
        self._told: dict[str, Any] = {}

    async def tell(self) -> None:
        """Look once a second, for ever, at what the monitor found and at who was not told yet."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            admins = self._pages.admins
            if not admins:
                self._told.clear()
                continue
            report = await self.monitor.report()
            await self._tell_all(admins, _on_the_wire(report.told))

    async def _tell_all(self, admins: Sequence[str], troubles: list[dict[str, Any]]) -> None:
        for sid in admins:
            if self._told.get(sid, []) != troubles:
                await self._pages.socketio.emit(TROUBLES, {"type": TROUBLES, "data": troubles}, to=sid)
        self._told = dict.fromkeys(admins, troubles)

    async def _read(self) -> Read:
        with patience(ANSWER_SECONDS):
            try:
                return await read(self._pool)
            except SQLAlchemyError as error:
                if not is_away(error):
                    raise
                return await read(self._pool)

    async def _check_connections(self) -> None:
        asked, silent = await self._pool.check(seconds=ANSWER_SECONDS)
        if silent:
            raise Failed(f"{silent} of {asked} gave no answer within {ANSWER_SECONDS:g} s and were replaced.")


def _on_the_wire(told: Sequence[Told]) -> list[dict[str, Any]]:
    """Return what the pages get of each finding: words, and since when it is so."""
    return [
        {
            "key": one.finding.key,
            "level": one.finding.level,
            "sentence": one.finding.sentence,
            "since": iso(one.since),
        }
        for one in told
    ]
