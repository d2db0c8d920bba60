"""The refused rows of an import as a CSV file with reasons, which people correct and import again."""

import csv
import io
from collections.abc import Iterable

from shop.product_imports.columns import REASON_HEADING
from shop.product_imports.csv_reader import ParsedFile, Problem
from shop.text.csv_formulas import guarded, unguarded


def reasons_by_row(problems: Iterable[Problem]) -> dict[int, str]:
    """Return the problems of each refused row as one text, by row number."""
    found: dict[int, list[str]] = {}
    for problem in problems:
        messages = found.setdefault(problem.row, [])
        if problem.message not in messages:
            messages.append(problem.message)
    return {row: " ".join(messages) for row, messages in found.items()}


def file_head(file: ParsedFile) -> dict[str, object]:
    """Return the headings and the delimiter of a file, which :func:`to_csv` needs."""
    return {"columns": file.head, "delimiter": file.delimiter}


def to_csv(columns: list[str], delimiter: str, rows: Iterable[tuple[str, list[str]]]) -> str:
    """Return rows with the cells of their file, and the reason in the first column.

    The delimiter is kept, because numbers in files with semicolons have decimal commas. A column of earlier reasons is
    dropped. A cell that was already escaped in the file is not escaped again.

    :param rows: the reason and the cells of each row.
    """
    old = [index for index, heading in enumerate(columns) if heading.strip() == REASON_HEADING]
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerow([REASON_HEADING, *_without(old, columns)])
    for reason, cells in rows:
        writer.writerow([guarded(reason), *(guarded(unguarded(cell)) for cell in _without(old, cells))])
    return f"\ufeff{text.getvalue()}"


def _without(indexes: list[int], cells: list[str]) -> list[str]:
    return [cell for index, cell in enumerate(cells) if index not in indexes]
