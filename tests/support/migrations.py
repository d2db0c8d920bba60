"""Run Alembic's commands in this process: one in a process of its own takes more than a second of CPU time."""

import os
import warnings
from pathlib import Path
from unittest.mock import patch

from alembic import command
from alembic.config import Config

CONFIG = Config(Path(__file__).resolve().parents[2] / "alembic.ini")


def alembic(database_url: str, name: str, *words: str, **settings: str) -> None:
    """Run a command on a database, such as `alembic(url, "upgrade", "head")`.

    :raises SystemExit: with the sentence of `migrations/env.py`, if PostgreSQL did not serve it.
    """
    with patch.dict(os.environ, {"SHOP_DATABASE_URL": database_url} | settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Expression .* detected to include an operator clause")  # of `check`
        getattr(command, name)(CONFIG, *words)
