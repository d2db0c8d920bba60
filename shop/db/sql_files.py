"""SQL statements stored as files in ``shop/db/sql``.

As in psql scripts, ``:name`` is a parameter and a line ``\\ir other.sql`` includes another file. The cast of a
parameter determines how its value is converted: ``:data::jsonb`` takes any value that Pydantic can write as JSON,
``:ids::bigint[]`` takes a list of integers.
"""

import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from shop.db.query import Query, write_integers, write_json

_INCLUDE = re.compile(r"^ *\\ir (\w+\.sql)$", re.MULTILINE)
_COMMENT = re.compile(r"--.*")
_PARAMETER = re.compile(r"(?<![:\w]):([a-z]\w*)(?:::(\w+(?:\[\])?))?")
_WRITERS: dict[str, Callable[[Any], Any]] = {
    "jsonb": write_json,
    "bigint[]": write_integers,
    "integer[]": write_integers,
}


def read(name: str) -> str:
    """Return the statement in ``name.sql`` with its included files, without comments.

    :raises FileNotFoundError: if there is no such file.
    """
    text = files("shop.db").joinpath("sql", f"{name}.sql").read_text("utf-8")
    text = _INCLUDE.sub(lambda found: read(found[1].removesuffix(".sql")), text)
    return _COMMENT.sub("", text).strip()


def query(name: str) -> Query:
    """Return the statement in ``name.sql``, ready to be called with its parameters."""
    text = read(name)
    casts = {found[1]: found[2] for found in _PARAMETER.finditer(text) if found[2]}
    writers = {parameter: _WRITERS[cast] for parameter, cast in casts.items() if cast in _WRITERS}
    placed = _PARAMETER.sub(
        lambda found: f"%({found[1]})s{'::' + found[2] if found[2] else ''}", text.replace("%", "%%")
    )
    return Query(placed, writers=writers)
