"""The events of an import. The event of one batch causes the delivery of the next."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class _ProductImport(Event):
    """An event of an import; ``state`` is the import as the portal lists it."""

    audience: ClassVar[Audience] = Audience.ADMINS
    aggregate_key: ClassVar[str] = "product_import:{import_id}"

    import_id: int
    state: dict[str, Any]

    def data(self) -> dict[str, Any]:
        return self.state


@dataclass(frozen=True, kw_only=True)
class ProductImportStarted(_ProductImport):
    """An admin started the import."""

    type: ClassVar[str] = "product_import.started"


@dataclass(frozen=True, kw_only=True)
class ProductImportAdvanced(_ProductImport):
    """A batch was applied, and another one is pending."""

    type: ClassVar[str] = "product_import.advanced"


@dataclass(frozen=True, kw_only=True)
class ProductImportFinished(_ProductImport):
    """All rows were applied or refused."""

    type: ClassVar[str] = "product_import.finished"
