"""Files of products on the wire."""

from pydantic import Field

from api.shapes import Out, Time
from shop.catalogue.importing.checking import Outcome
from shop.catalogue.importing.model import ImportStatus


class ProblemOut(Out):
    """What is wrong with a row, the first below the head being 2; ``column`` is empty where all of it is at fault."""

    row: int
    column: str
    message: str


class ImportOut(Out):
    """A file that was looked through (``checked``), is being brought in (``running``) or is in (``done``).

    ``toDo`` counts the rows that were to change something, ``done`` those that were worked on, ``leftOut`` those that
    did not fit and were left out from the start. ``problems`` are those and the ``refused`` ones. ``stopped`` tells
    that the work was given up and waits for an operator.
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


class ForeseenChange(Out):
    """A row that makes a product (``created``) or changes one (``updated``), with the headings of what it changes."""

    row: int
    code: str
    name: str
    outcome: Outcome
    columns: list[str]


class ImportedBeforeOut(Out):
    """Who began the last import of the very same file, and when."""

    admin_name: str
    started_at: Time


class ForeseenOut(Out):
    """What importing a file would do. ``id`` is null where it has bad rows: then it cannot be imported as a whole.

    Then ``partialId`` is the id under which its good rows alone can be, and its bad ones are to be had as a file.
    ``problems`` are the first 1,000 of ``problemCount``, ``changes`` the first 100.
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
    changes: list[ForeseenChange]
    before: ImportedBeforeOut | None
