"""The PostgreSQL of a run of the tests, with a migrated database that each new one is copied from."""

import shutil
import tempfile
from pathlib import Path

import pytest

from local.postgres import Postgres
from tests.support import prepared_shop

TEMPLATE = "template_shop"
_SETTINGS = {"max_connections": "300", "autovacuum": "off"}
"""Autovacuum would see the tables of a test that has not committed as large and empty, so its statements would be
planned for no row."""


class Database:
    """The run's PostgreSQL with a migrated template. An xdist worker knows only its URL."""

    def __init__(self, url: str) -> None:
        self.url = url

    def of(self, name: str) -> str:
        """Return the URL of a database of that name."""
        return self.url.rpartition("/")[0] + "/" + name

    def create(self, name: str, *, template: str = TEMPLATE) -> str:
        """Create a database from the template and return its URL."""
        import psycopg  # noqa: PLC0415 - unit tests must not load it

        from shop.text.urls import driver_url  # noqa: PLC0415 - as above

        with psycopg.connect(driver_url(self.of("postgres")), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE {template} STRATEGY file_copy')
        return self.of(name)


class PreparedServer:
    """The server that this process starts for the run, with its template; it is stopped at the run's end."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="swarna-tests-"))
        self.postgres = Postgres(self.folder / "postgres", settings=prepared_shop.FAST | _SETTINGS)

    def start(self) -> str:
        """Start the server and return the URL of its template."""
        self.postgres.start()
        self.postgres.create_database(TEMPLATE)
        url = self.postgres.url_of(TEMPLATE)
        try:
            prepared_shop.migrate(url)
        except RuntimeError as error:
            pytest.exit(str(error), returncode=1)
        return url

    def stop(self) -> None:
        self.postgres.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
