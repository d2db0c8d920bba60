"""Imports of CSV files of products, with their rows and their progress."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key
from shop.errors import Conflict
from shop.product_imports.events import ProductImportAdvanced, ProductImportFinished, ProductImportStarted


class ImportStatus(StrEnum):
    """The state of an import."""

    CHECKED = "checked"
    RUNNING = "running"
    DONE = "done"


class NothingToImport(Conflict):
    """The file changes nothing, or its import was started before."""

    code = "nothing_to_import"


class ProductImport(Base):
    """A checked file. Once it is ``running``, a worker applies its rows.

    ``rows`` counts all rows of the file, ``to_do`` those that changed something when the file was checked, and
    ``left_out`` those that were invalid then. The counts of outcomes grow while it runs. ``head`` has the file's
    headings and its delimiter; it is None for an import of an earlier version. ``digest`` is the file's SHA-256.
    """

    __tablename__ = "product_import"
    __table_args__ = (Index("product_import_unbegun_idx", "checked_at", postgresql_where=text("status = 'checked'")),)

    id: Mapped[Key]
    admin_id: Mapped[int | None] = mapped_column(ForeignKey("admin.id", ondelete="SET NULL"), index=True)
    admin_name: Mapped[str]
    file_name: Mapped[str]
    digest: Mapped[str]
    status: Mapped[str] = mapped_column(server_default=ImportStatus.CHECKED.value)
    checked_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    rows: Mapped[int]
    to_do: Mapped[int]
    left_out: Mapped[int] = mapped_column(server_default=text("0"))
    head: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    created: Mapped[int] = mapped_column(server_default=text("0"))
    updated: Mapped[int] = mapped_column(server_default=text("0"))
    unchanged: Mapped[int] = mapped_column(server_default=text("0"))
    refused: Mapped[int] = mapped_column(server_default=text("0"))

    @property
    def done(self) -> int:
        """The number of rows that have an outcome, out of ``to_do``."""
        return self.created + self.updated + self.unchanged + self.refused

    def start(self, *, at: datetime) -> ProductImportStarted:
        """Start the import.

        :raises NothingToImport: if it was started before, or no row changes anything.
        """
        if self.status != ImportStatus.CHECKED:
            raise NothingToImport("This import has begun already.")
        if not self.to_do and self.left_out:
            raise NothingToImport("No row of this file fits and changes anything: there is nothing to import.")
        if not self.to_do:
            raise NothingToImport("Every row of this file is in the shop already: there is nothing to import.")
        self.status, self.started_at = ImportStatus.RUNNING.value, at
        return ProductImportStarted(import_id=self.id, state=self.state())

    def advance(self, *, is_last: bool, at: datetime) -> ProductImportAdvanced | ProductImportFinished:
        """Return the event of a batch whose outcomes the caller has counted."""
        if not is_last:
            return ProductImportAdvanced(import_id=self.id, state=self.state())
        self.status, self.finished_at = ImportStatus.DONE.value, at
        return ProductImportFinished(import_id=self.id, state=self.state())

    def state(self) -> dict[str, Any]:
        """Return the import as open pages show it."""
        names = ("id", "status", "rows", "created", "updated", "unchanged", "refused", "done")
        more = {"toDo": self.to_do, "leftOut": self.left_out, "adminName": self.admin_name}
        return {name: getattr(self, name) for name in names} | more


class ImportRow(Base):
    """A row that changes something or was refused. ``number`` is its number in a spreadsheet.

    ``expected`` is the outcome in the preview, null for refused rows and in rows of earlier versions. ``outcome`` is
    null until the row is applied; ``reason`` says why it was refused. ``cells`` are the file's texts.
    A finished import keeps only its refused rows, for ``KEEP_IMPORT_ROWS`` (:mod:`shop.operations.retention`).
    """

    __tablename__ = "product_import_row"
    __table_args__ = (
        Index("product_import_row_waiting_idx", "import_id", "number", postgresql_where=text("outcome IS NULL")),
        Index("product_import_row_refused_idx", "import_id", "number", postgresql_where=text("outcome = 'refused'")),
    )

    import_id: Mapped[int] = mapped_column(
        ForeignKey("product_import.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    given: Mapped[dict[str, Any]] = mapped_column(JSONB)
    cells: Mapped[list[str] | None] = mapped_column(JSONB)
    expected: Mapped[str | None]
    outcome: Mapped[str | None]
    reason: Mapped[str | None]
