"""Expensive preparations that tests share: a migrated database, a shop with the demo data."""

import os
import subprocess
import sys
from pathlib import Path

from local.postgres import Postgres

_ROOT = Path(__file__).resolve().parents[2]
# fsync is off: only a crash of the machine could lose data. A kill of the server cannot.
FAST = {"fsync": "off", "full_page_writes": "off", "shared_buffers": "64MB"}


def migrate(url: str) -> None:
    """Migrate a database to the current schema."""
    _run("alembic", "upgrade", "head", SHOP_DATABASE_URL=url)


def demo_shop(folder: Path) -> Path:
    """Create the demo shop in `folder`, with its uploaded pictures. :class:`ShopStack` opens such a folder.

    No process uses the folder afterwards, so it may be copied.
    """
    with Postgres(folder / "postgres", settings=FAST) as server:
        server.create_database()
        migrate(server.url)
        _run("demo", SHOP_DATABASE_URL=server.url, SHOP_MEDIA_DIR=str(folder / "media"), SHOP_DEMO_RENDITIONS="no")
    return folder


def _run(*words: str, **settings: str) -> None:
    environment = os.environ | {"SHOP_ENVIRONMENT": "local", "SHOP_SECRET_KEY": "t" * 40} | settings
    done = subprocess.run(
        [sys.executable, "-m", *words],
        env=environment,
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
