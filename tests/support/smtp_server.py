"""A real SMTP server that refuses a seeded share of mails and counts copies."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from email.parser import BytesHeaderParser

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from local.ports import free_port


class UnreliableMailServer:
    """Counts accepted mails by Message-ID. Refuses the share `refusing` of all mails with a 4xx, at random."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self.refusing = 0.0
        self.refused = 0
        self.accepted: Counter[str] = Counter()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - its name
        if self._rng.random() < self.refusing:
            self.refused += 1
            return "451 Come again later"
        self.accepted[str(BytesHeaderParser().parsebytes(envelope.content)["Message-ID"])] += 1
        return "250 Kept"

    @property
    def copies(self) -> int:
        """The number of accepted duplicates."""
        return self.accepted.total() - len(self.accepted)


class _Server(Controller):
    def factory(self) -> SMTP:
        return SMTP(self.handler, enable_SMTPUTF8=True, hostname="localhost")


@contextmanager
def unreliable_mail_server(seed: int) -> Iterator[tuple[UnreliableMailServer, str]]:
    """Serve an SMTP server; yield it and its URL."""
    mail_server = UnreliableMailServer(seed)
    server = _Server(mail_server, hostname="127.0.0.1", port=free_port(), ready_timeout=60)
    server.start()
    try:
        yield mail_server, f"smtp://127.0.0.1:{server.port}"
    finally:
        server.stop()
