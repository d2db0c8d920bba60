"""The rows that were not brought in, as a file with their reasons, which can be mended and chosen again."""

import csv
import io
from collections.abc import Iterable

from shop.catalogue.importing.columns import REASON
from shop.catalogue.importing.reading import Problem, Sheet
from shop.spreadsheets import guarded


def reasons(problems: Iterable[Problem]) -> dict[int, str]:
    """Return for each bad row what is wrong with it, in one text."""
    found: dict[int, list[str]] = {}
    for problem in problems:
        said = found.setdefault(problem.row, [])
        if problem.message not in said:
            said.append(problem.message)
    return {row: " ".join(said) for row, said in found.items()}


def head_of(sheet: Sheet) -> dict[str, object]:
    """Return what :func:`as_file` needs of the file that the rows came from."""
    return {"columns": sheet.head, "delimiter": sheet.delimiter}


def as_file(columns: list[str], delimiter: str, rows: Iterable[tuple[str, list[str]]]) -> str:
    """Write rows as they were, each with its reason in the first column, between the delimiters of their file.

    The figures keep their meaning so: between semicolons a comma stands before decimals. A reason of an earlier round
    is left away.

    :param rows: the reason and the cells of each.
    """
    old = [place for place, heading in enumerate(columns) if heading.strip() == REASON]
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerow([REASON, *_without(old, columns)])
    for reason, cells in rows:
        writer.writerow([guarded(reason), *map(guarded, _without(old, cells))])
    return f"\ufeff{text.getvalue()}"


def _without(places: list[int], cells: list[str]) -> list[str]:
    return [cell for place, cell in enumerate(cells) if place not in places]
