"""Record event probes, in their own thread: one that is late means that events are, so no other work may delay it."""

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events import outbox
from shop.operations import event_probe
from workers.relay_threads.thread import RelayThread


class EventProber(RelayThread):
    """Records a probe every two seconds, unless another relay has just recorded one."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine, "event probe", "event probes wait for the database", pause=event_probe.EVERY_SECONDS)

    def work(self) -> None:
        """Record an event probe, unless one was recorded recently."""
        with Session(self._engine) as session, session.begin():
            if session.scalar(event_probe.is_due()):
                outbox.record_sync(session, event_probe.EventProbe(), at=now())
