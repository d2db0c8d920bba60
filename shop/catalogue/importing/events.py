"""What happens to an import. Each batch is a delivery of its own, and the event of one sets the next going."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Reach


@dataclass(frozen=True, kw_only=True)
class _ProductImport(Event):
    """``state`` is the import as the portal lists it."""

    reach: ClassVar[Reach] = Reach.ADMINS

    import_id: int
    state: dict[str, Any]

    @property
    def aggregate(self) -> str:
        return f"product_import:{self.import_id}"

    def data(self) -> dict[str, Any]:
        return self.state


@dataclass(frozen=True, kw_only=True)
class ProductImportStarted(_ProductImport):
    """An admin let it begin."""

    type: ClassVar[str] = "product_import.started"


@dataclass(frozen=True, kw_only=True)
class ProductImportAdvanced(_ProductImport):
    """A batch is in the shop, and another one waits."""

    type: ClassVar[str] = "product_import.advanced"


@dataclass(frozen=True, kw_only=True)
class ProductImportFinished(_ProductImport):
    """All rows were worked on."""

    type: ClassVar[str] = "product_import.finished"
