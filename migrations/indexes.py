"""Indexes of large tables, which are built while the shop writes to them."""

from collections.abc import Collection, Mapping

from alembic import op


def build(definitions: Mapping[str, str], *, unique: bool = False) -> None:
    """Build indexes by their names. A stopped migration can be run again, because an index that it left is replaced.

    :param definitions: the table with its columns and condition, as after ``ON``.
    """
    kind = "UNIQUE INDEX" if unique else "INDEX"
    with op.get_context().autocommit_block():
        for name, definition in definitions.items():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            op.execute(f"CREATE {kind} CONCURRENTLY {name} ON {definition}")


def drop(names: Collection[str]) -> None:
    """Drop these indexes, where they exist."""
    with op.get_context().autocommit_block():
        for name in names:
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
