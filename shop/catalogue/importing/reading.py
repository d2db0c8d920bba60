"""Reading a file of products: which columns it has, and what stands in each row."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from shop.catalogue.importing.columns import CODE, COLUMNS, Column, Unfit, column_called, is_computed, without_rupees
from shop.errors import Invalid
from shop.spreadsheets import unguarded

MOST_BYTES = 10 * 1024 * 1024
MOST_ROWS = 10_000
_DELIMITERS = ",;\t"
_DECIMAL_COMMA = re.compile(r"(\d*|\d{1,3}(\.\d{2,3})*\.\d{3}),\d+")


class UnreadableFile(Invalid):
    """This is no file of products at all."""

    code = "unreadable_file"

    def __init__(self, message: str) -> None:
        super().__init__(message, fields={"file": message})


@dataclass(frozen=True)
class Problem:
    """What is wrong with a row. ``row`` counts as a spreadsheet does, so that the first one below the head is 2.

    ``column`` is the heading, empty where the whole row is at fault.
    """

    row: int
    column: str
    message: str


@dataclass
class Line:
    """What a row says, by the product's fields; a category or vendor is still named as the file names it.

    A line that is not ``fit`` lacks the values of its unfit cells.
    """

    row: int
    values: dict[str, Any] = field(default_factory=dict)
    fit: bool = True


@dataclass
class Sheet:
    """A file as it was read: its lines, and what is wrong with some.

    A column that is None is passed over. ``head`` and ``cells``, by the rows' numbers, are as the file has them.
    """

    columns: list[Column | None]
    head: list[str] = field(default_factory=list)
    delimiter: str = ","
    cells: dict[int, list[str]] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    rows: int = 0


def read_sheet(content: bytes) -> Sheet:
    """Read a CSV file in UTF-8, with or without its mark, between commas, semicolons or tabs.

    :raises UnreadableFile: where it is none, or its head does not name the columns.
    """
    text = _decoded(content)
    delimiter = _delimiter(text)
    records = (
        (row, cells) for row, cells in enumerate(_records(text, delimiter), start=1) if any(map(str.strip, cells))
    )
    head = next(records)[1]
    sheet = Sheet(_columns(head), head, delimiter)
    for row, cells in records:
        sheet.cells[row] = cells
        sheet.rows += 1
        if sheet.rows > MOST_ROWS:
            raise UnreadableFile(f"The file has more than {MOST_ROWS:,} rows. Please split it.")
        _read_row(sheet, row, cells, decimal_comma=delimiter == ";")
    if not sheet.rows:
        raise UnreadableFile("The file has a head and no rows below it.")
    _find_doubles(sheet)
    return sheet


def _decoded(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise UnreadableFile(f"The file has more than {MOST_BYTES // 1024 // 1024} MB. Please split it.")
    if content.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise UnreadableFile("This is a workbook. Save it as “CSV UTF-8” and choose that file.")
    try:
        text = content.decode("utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableFile("The letters of this file are not in UTF-8. Save it as “CSV UTF-8”.") from None
    if "\x00" in text:
        raise UnreadableFile("This is no text file. Choose a file with the ending .csv.")
    if not text.strip():
        raise UnreadableFile("The file is empty.")
    return text


def _delimiter(text: str) -> str:
    head = text.lstrip().splitlines()[0]
    return max(_DELIMITERS, key=head.count)


def _records(text: str, delimiter: str) -> Iterator[list[str]]:
    records = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        yield from records
    except csv.Error as error:
        words = "a quote is opened and not closed" if "unexpected end" in str(error) else "the quotes do not match"
        raise UnreadableFile(f"The file cannot be read near line {records.line_num}: {words}.") from None


def _columns(head: list[str]) -> list[Column | None]:
    wanted = ", ".join(column.heading for column in COLUMNS)
    while not head[-1].strip():
        head.pop()
    columns = [column_called(heading) for heading in head]
    if CODE not in columns:
        raise UnreadableFile(f"The first row must name the columns, and Code among them. They are: {wanted}.")
    for heading, column in zip(head, columns, strict=True):
        if column is None and not is_computed(heading):
            name = f"called “{heading.strip()[:60]}”" if heading.strip() else "without a name"
            raise UnreadableFile(f"There is no column {name}. The columns are: {wanted}.")
        if column and columns.count(column) > 1:
            raise UnreadableFile(f"The column {column.heading} is there twice.")
    return columns


def _read_row(sheet: Sheet, row: int, cells: list[str], *, decimal_comma: bool) -> None:
    extra = [cell for cell in cells[len(sheet.columns) :] if cell.strip()]
    if extra or len(cells) < len(sheet.columns):
        message = f"This row has {len(cells)} cells, the head has {len(sheet.columns)}. Is a quote or a comma missing?"
        sheet.problems.append(Problem(row, "", message))
        return
    line = Line(row)
    for column, cell in zip(sheet.columns, cells, strict=False):
        if column is None:
            continue
        try:
            _read_cell(line, column, unguarded(cell).strip(), decimal_comma=decimal_comma)
        except Unfit as error:
            sheet.problems.append(Problem(row, column.heading, str(error)))
            line.fit = False
    sheet.lines.append(line)


def _read_cell(line: Line, column: Column, cell: str, *, decimal_comma: bool) -> None:
    if not cell:
        if not column.may_be_empty:
            raise Unfit(f"{column.heading} is required.")
        return
    if column.decimals is not None and decimal_comma:
        cell = _with_point(column, without_rupees(cell))
    line.values[column.field] = column.read(cell)


def _with_point(column: Column, cell: str) -> str:
    """Put a point in the place of a comma before decimals; one that groups thousands stays.

    :raises Unfit: where it may be either, as ``4,800`` may be among rupees.
    """
    if _DECIMAL_COMMA.fullmatch(cell) is None:
        return cell
    whole, decimals = cell.replace(".", "").split(",")
    if column.decimals != 3 and len(decimals) == 3 and "." not in cell:
        way_out = f"Write {whole}{decimals} or {whole}.{decimals}."
        raise Unfit(f"{column.heading} is “{cell}”, which may be thousands or decimals. {way_out}")
    return f"{whole}.{decimals}"


def _find_doubles(sheet: Sheet) -> None:
    first: dict[str, Line] = {}
    for line in sheet.lines:
        code = line.values.get(CODE.field)
        if code is not None and first.setdefault(code, line) is not line:
            message = f"The code {code} is in row {first[code].row} already."
            sheet.problems.append(Problem(line.row, CODE.heading, message))
            line.fit = False
