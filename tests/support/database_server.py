"""The PostgreSQL of a run of the tests, with a migrated database that each new one is copied from."""

import shutil
import tempfile
from pathlib import Path

import pytest

from local.postgres import Postgres
from tests.support import prepared_shop

_TEMPLATE = "template_shop"


class Database:
    """The run's PostgreSQL with a migrated template. An xdist worker knows only its URL."""

    def __init__(self, url: str) -> None:
        self.url = url

    def of(self, name: str) -> str:
        """Return the URL of a database of that name."""
        return self.url.rpartition("/")[0] + "/" + name

    def create(self, name: str, *, template: str = _TEMPLATE) -> str:
        """Create a database from the template and return its URL."""
        self._execute(f'CREATE DATABASE "{name}" TEMPLATE {template} STRATEGY file_copy')
        return self.of(name)

    def drop(self, name: str) -> None:
        """Drop a database, even if connections are open."""
        self._execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _execute(self, statement: str) -> None:
        import psycopg  # noqa: PLC0415 - unit tests start without it

        with psycopg.connect(self.of("postgres").replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(statement)


class PreparedServer:
    """What this process started for the run; it is stopped at its end."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="swarna-tests-"))
        self.postgres = Postgres(self.folder / "postgres", settings=prepared_shop.FAST | {"max_connections": "300"})

    def start(self) -> str:
        self.postgres.start()
        self.postgres.create_database(_TEMPLATE)
        url = self.postgres.url_of(_TEMPLATE)
        try:
            prepared_shop.migrate(url)
        except RuntimeError as error:
            pytest.exit(str(error), returncode=1)
        return url

    def stop(self) -> None:
        self.postgres.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
