"""A mail server that stores each mail as a file and forwards none."""

import argparse
import asyncio
import re
import signal
from contextlib import suppress
from datetime import UTC, datetime
from email.parser import BytesHeaderParser
from pathlib import Path

from aiosmtpd.smtp import SMTP, Envelope, Session


class Mailbox:
    """Stores each mail below `folder`. A file's name is the UTC time of arrival and a short form of the Message-ID."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # A reader may look for mails before the first one has come.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802, ARG002 - aiosmtpd's name and shape
        """Write to a temporary file and rename it, so that readers see complete mails only."""
        content = envelope.content or b""
        data = content.encode() if isinstance(content, str) else content
        path = self._path(data)
        aside = path.with_name(f".{path.name}.part")
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            aside.write_bytes(data)
            aside.rename(path)
        except OSError as error:
            with suppress(OSError):
                aside.unlink()
            return f"452 4.3.1 The mail could not be stored: {error.strerror}"  # the sender tries again
        return "250 Kept"

    def _path(self, data: bytes) -> Path:
        now = datetime.now(UTC)
        stem = f"{now:%Y%m%dT%H%M%S.%fZ}-{_short_id(data)}"
        path = self.folder / f"{stem}.eml"
        copy = 1
        while path.exists():
            copy += 1
            path = self.folder / f"{stem}-{copy}.eml"
        return path


def _short_id(data: bytes) -> str:
    """Return the first part of the Message-ID, reduced to letters, digits and dashes, at most 40 characters."""
    message_id = str(BytesHeaderParser().parsebytes(data).get("Message-ID", ""))
    left = message_id.strip().strip("<>").split("@")[0]
    return re.sub(r"[^A-Za-z0-9-]+", "-", left)[:40].strip("-") or "no-id"


async def serve(folder: Path, port: int) -> None:
    """Serve until SIGTERM or SIGINT."""
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    mailbox = Mailbox(folder)
    server = await loop.create_server(
        lambda: SMTP(mailbox, enable_SMTPUTF8=True, hostname="localhost", ident="Swarna mailbox"),
        "127.0.0.1",
        port,
    )
    await stopped.wait()
    server.close()


def main() -> None:
    """Parse the port and the folder from the arguments, and serve."""
    parser = argparse.ArgumentParser(description="Store each mail as a file.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    options = parser.parse_args()
    asyncio.run(serve(options.folder, options.port))


if __name__ == "__main__":
    main()
