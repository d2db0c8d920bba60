"""Functions and triggers of PostgreSQL, which are kept as files in ``shop/db/sql/functions``.

A file has one function and its triggers, and its statements are never changed after a release: a migration that changes
a function adds the next version of its file and loads it. So each migration always does the same.
"""

from importlib.resources import files

from alembic import op


def load(name: str, *, version: int) -> None:
    """Create or replace a function and its triggers. A trigger that no longer exists is dropped by the migration."""
    op.execute(files("shop.db").joinpath("sql", "functions", f"{name}_v{version}.sql").read_text("utf-8"))
