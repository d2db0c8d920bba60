"""A mail server that is not always in the mood: real SMTP, seeded refusals, and every copy counted."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from email.parser import BytesHeaderParser

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from local.ports import free_port


class Post:
    """Counts the mails that it took, by Message-ID; refuses the share `refusing` of them with a 4xx, as drawn."""

    def __init__(self, seed: int) -> None:
        self._drawn = random.Random(seed)
        self.refusing = 0.0
        self.refused = 0
        self.taken: Counter[str] = Counter()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - its name
        if self._drawn.random() < self.refusing:
            self.refused += 1
            return "451 Come again later"
        self.taken[str(BytesHeaderParser().parsebytes(envelope.content)["Message-ID"])] += 1
        return "250 Kept"

    @property
    def copies(self) -> int:
        """How many mails came more than once, each further copy counted."""
        return self.taken.total() - len(self.taken)


class _Server(Controller):
    def factory(self) -> SMTP:
        return SMTP(self.handler, enable_SMTPUTF8=True, hostname="localhost")


@contextmanager
def post_office(seed: int) -> Iterator[tuple[Post, str]]:
    """Serve for a while; gives what it takes, and its address."""
    post = Post(seed)
    server = _Server(post, hostname="127.0.0.1", port=free_port(), ready_timeout=60)
    server.start()
    try:
        yield post, f"smtp://127.0.0.1:{server.port}"
    finally:
        server.stop()
