import subprocess
import time
from abc import ABC, abstractmethod
from pathlib import Path
from signal import Signals
from types import TracebackType
from typing import Self

from local.child import wrap_command
from local.errors import StartError
from local.ports import free_port


class Server(ABC):
    """A server with its own folder and port. The port is chosen once, so that a restart keeps the address.

    The supervisor uses `prepare`, `command` and `is_ready`. Tests and benches use it as a context manager.
    """

    name: str
    stop_signal = Signals.SIGTERM
    chatter: tuple[str, ...] = ()  # log lines that are not shown
    user: tuple[int, int] | None = None

    def __init__(self, folder: Path, *, port: int | None = None) -> None:
        self.folder = folder.resolve()
        self.port = port or free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    @abstractmethod
    def url(self) -> str:
        """The URL for clients, including the password."""

    @abstractmethod
    def prepare(self) -> None:
        """Prepare the folder for a start. :raises StartError: if that fails."""

    @abstractmethod
    def command(self) -> list[str]:
        """Return the program with its arguments. It runs in the foreground."""

    @abstractmethod
    def is_ready(self) -> bool:
        """Return whether the server responds to a client."""

    def start(self, *, limit: float = 30) -> Self:
        """Start the server without a supervisor and wait until it is ready. Its log is `<folder>/log`."""
        self.prepare()
        command = wrap_command(self.command(), stop_signal=self.stop_signal, user=self.user)
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", start_new_session=True
            )
        deadline = time.monotonic() + limit
        while not self.is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise StartError(f"{self.name} did not start: {self._last_line()}")
            time.sleep(0.02)
        return self

    def stop(self) -> None:
        """Stop the server. Kill it if it takes longer than 5 s."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(self.stop_signal)
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    @property
    def pid(self) -> int | None:
        """The pid of the server started by `start`."""
        return self._process.pid if self._process else None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _last_line(self) -> str:
        lines = (self.folder / "log").read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "no output"
