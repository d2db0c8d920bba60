"""Parse a CSV file of products into rows with values, and a list of problems."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from shop.errors import Invalid
from shop.product_imports.cells import InvalidCell, strip_rupee_sign
from shop.product_imports.columns import (
    CODE,
    COLUMNS,
    Column,
    column_called,
    is_computed,
)
from shop.text.csv_formulas import unguarded

MAX_ROWS = 10_000
_EMPTY = "The file is empty."
_DELIMITERS = ",;\t"
_DECIMAL_COMMA = re.compile(r"(\d*|\d{1,3}(\.\d{2,3})*\.\d{3}),\d+")


class UnreadableFile(Invalid):
    """The file as a whole cannot be read as a CSV file of products."""

    code = "unreadable_file"

    def __init__(self, message: str) -> None:
        super().__init__(message, fields={"file": message})


@dataclass(frozen=True)
class Problem:
    """A fault in a row. ``row`` is the number in a spreadsheet: the first row below the head is 2.

    ``column`` is the heading, or empty if the whole row is at fault.
    """

    row: int
    column: str
    message: str


@dataclass
class ParsedRow:
    """The values of a row by the product's fields. Categories and vendors are names until they are resolved.

    A row that is not ``valid`` lacks the values of its invalid cells.
    """

    number: int
    values: dict[str, Any] = field(default_factory=dict)
    valid: bool = True


@dataclass
class ParsedFile:
    """A parsed file. A column that is None is ignored.

    ``head`` and ``cells``, by row number, are the texts of the file. ``row_count`` includes invalid rows.
    """

    columns: list[Column | None]
    head: list[str] = field(default_factory=list)
    delimiter: str = ","
    cells: dict[int, list[str]] = field(default_factory=dict)
    rows: list[ParsedRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    row_count: int = 0


def parse_csv(content: bytes) -> ParsedFile:
    """Parse a CSV file in UTF-8 or UTF-16, separated by commas, semicolons or tabs.

    :raises UnreadableFile: if it is not a CSV file, or its head does not name the columns.
    """
    text = _decoded(content)
    delimiter = _delimiter(text)
    records = (
        (number, cells) for number, cells in enumerate(_records(text, delimiter), start=1) if any(map(str.strip, cells))
    )
    _, head = next(records, (0, None))
    if head is None:
        raise UnreadableFile(_EMPTY)
    file = ParsedFile(_columns(head), head, delimiter)
    for number, cells in records:
        file.cells[number] = cells
        file.row_count += 1
        if file.row_count > MAX_ROWS:
            raise UnreadableFile(f"The file has more than {MAX_ROWS:,} rows. Please split it.")
        _read_row(file, number, cells, decimal_comma=delimiter == ";")
    if not file.row_count:
        raise UnreadableFile("The file has a head and no rows below it.")
    _find_duplicates(file)
    return file


def _decoded(content: bytes) -> str:
    if content.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise UnreadableFile("This is a workbook. Save it as “CSV UTF-8” and choose that file.")
    try:
        text = content.decode("utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableFile("The letters of this file are not in UTF-8. Save it as “CSV UTF-8”.") from None
    if "\x00" in text:
        raise UnreadableFile("This is no text file. Choose a file with the ending .csv.")
    if not text.strip():
        raise UnreadableFile(_EMPTY)
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


def _read_row(file: ParsedFile, number: int, cells: list[str], *, decimal_comma: bool) -> None:
    extra = [cell for cell in cells[len(file.columns) :] if cell.strip()]
    if extra or len(cells) < len(file.columns):
        message = f"This row has {len(cells)} cells, the head has {len(file.columns)}. Is a quote or a comma missing?"
        file.problems.append(Problem(number, "", message))
        return
    row = ParsedRow(number)
    for column, cell in zip(file.columns, cells, strict=False):
        if column is None:
            continue
        try:
            _read_cell(row, column, unguarded(cell).strip(), decimal_comma=decimal_comma)
        except InvalidCell as error:
            file.problems.append(Problem(number, column.heading, str(error)))
            row.valid = False
    file.rows.append(row)


def _read_cell(row: ParsedRow, column: Column, cell: str, *, decimal_comma: bool) -> None:
    if not cell:
        if not column.may_be_empty:
            raise InvalidCell(f"{column.heading} is required.")
        return
    if column.decimals is not None and decimal_comma:
        cell = _with_point(column, strip_rupee_sign(cell))
    row.values[column.field] = column.read(cell)


def _with_point(column: Column, cell: str) -> str:
    """Replace a decimal comma by a point. A comma that groups thousands stays.

    :raises InvalidCell: if the comma may be either, such as in ``4,800`` rupees.
    """
    if _DECIMAL_COMMA.fullmatch(cell) is None:
        return cell
    whole, decimals = cell.replace(".", "").split(",")
    if column.decimals != 3 and len(decimals) == 3 and "." not in cell:
        way_out = f"Write {whole}{decimals} or {whole}.{decimals}."
        raise InvalidCell(f"{column.heading} is “{cell}”, which may be thousands or decimals. {way_out}")
    return f"{whole}.{decimals}"


def _find_duplicates(file: ParsedFile) -> None:
    first: dict[str, ParsedRow] = {}
    for row in file.rows:
        code = row.values.get(CODE.field)
        if code is not None and first.setdefault(code, row) is not row:
            message = f"The code {code} is in row {first[code].number} already."
            file.problems.append(Problem(row.number, CODE.heading, message))
            row.valid = False
