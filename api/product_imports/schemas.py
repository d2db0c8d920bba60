"""Imports of products on the wire."""

from pydantic import Field

from api.http.base_schemas import Out
from api.http.date_types import Time
from shop.product_imports.model import ImportStatus
from shop.product_imports.preview import Outcome


class ProblemOut(Out):
    """What is wrong with a row. The first row below the head is 2; ``column`` is empty if the whole row is at fault."""

    row: int
    column: str
    message: str


class ImportOut(Out):
    """An import: ``checked``, ``running`` or ``done``.

    ``toDo`` counts the rows that change something, ``done`` those that have an outcome, ``leftOut`` those that were
    invalid in the file. ``problems`` are those of invalid and ``refused`` rows. ``stopped`` means that a batch has
    failed permanently and waits for an operator.
    """

    id: int
    file_name: str
    admin_name: str
    status: ImportStatus
    checked_at: Time
    started_at: Time | None
    finished_at: Time | None
    rows: int
    to_do: int
    left_out: int
    done: int
    created: int
    updated: int
    unchanged: int
    refused: int
    stopped: bool = False
    problems: list[ProblemOut] = Field(default_factory=list)


class PreviewedRowOut(Out):
    """A row that creates a product (``created``) or changes one (``updated``), with the headings of changed columns."""

    row: int
    code: str
    name: str
    outcome: Outcome
    columns: list[str]


class PreviousImportOut(Out):
    """Who started the last import of the same file, and when."""

    admin_name: str
    started_at: Time


class ImportPreviewOut(Out):
    """What importing a file would do. ``id`` is null if it has invalid rows and cannot be imported as a whole.

    Then ``partialId`` imports its valid rows, and the invalid ones can be exported. ``problems`` are the first 1,000
    of ``problemCount``, ``changes`` the first 100. ``notes``, the first 1,000 of ``noteCount``, are values of valid
    rows that have no effect, such as an availability of a product whose pieces are counted.
    """

    id: int | None
    partial_id: int | None
    file_name: str
    rows: int
    created: int
    updated: int
    unchanged: int
    bad_rows: int
    problem_count: int
    problems: list[ProblemOut]
    note_count: int
    notes: list[ProblemOut]
    changes: list[PreviewedRowOut]
    before: PreviousImportOut | None
