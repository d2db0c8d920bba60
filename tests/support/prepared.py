"""What takes seconds to make and is the same for every test: a migrated database, a shop with the demo data."""

import os
import subprocess
import sys
from pathlib import Path

from local.postgres import Postgres

_ROOT = Path(__file__).resolve().parents[2]
# A crash of the machine may lose a test's data; a kill of the server may not, so commits are written before they count.
FAST = {"fsync": "off", "full_page_writes": "off", "shared_buffers": "64MB"}


def migrate(url: str) -> None:
    """Bring a database to the schema of this code."""
    _run("alembic", "upgrade", "head", SHOP_DATABASE_URL=url)


def demo_shop(folder: Path) -> Path:
    """Make the demo shop in `folder`, its pictures as they were uploaded; what :class:`ShopStack` finds there it opens.

    Nothing of it has run, and it may be copied.
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
