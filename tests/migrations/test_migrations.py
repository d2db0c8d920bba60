"""The migrations create exactly the tables that the code declares, and can be reverted."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def alembic(database_url: str, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "alembic", *words],
        cwd=ROOT,
        env=os.environ | {"SHOP_DATABASE_URL": database_url} | settings,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


def test_the_migrated_tables_are_the_declared_ones(new_database):
    result = alembic(new_database(), "check")
    assert result.returncode == 0, result.stdout + result.stderr


def test_every_migration_can_be_undone_and_done_again(new_database):
    database_url = new_database()
    for words in (("downgrade", "base"), ("upgrade", "head"), ("check",)):
        result = alembic(database_url, *words)
        assert result.returncode == 0, result.stdout + result.stderr


def test_there_is_one_newest_migration(database_url):
    assert len(alembic(database_url, "heads").stdout.split("(head)")) == 2
