"""Who changed what, from what to what: written by triggers in the transaction of the change itself.

Only ever added to: PostgreSQL refuses to change or remove an entry until it is two years old. Secrets are never in it:
of a password it says that it was changed. Changes of an order line's status have a history of their own,
``status_change``, which is kept for ever; :mod:`shop.audit.queries` reads both as one.
"""

import datetime as dt
from typing import Any

from sqlalchemy import BigInteger, Index, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key

KEEP_AUDIT = dt.timedelta(days=731)


class AuditEntry(Base):
    """One change by one person. ``changes`` is ``{"weight": {"from": 10, "to": 12}, …}``; a secret's is ``secret``.

    ``actor`` is the name that the person had then; ``admin_id`` is None where they sat at the machine's terminal.
    """

    __tablename__ = "audit_entry"
    __table_args__ = (Index("audit_entry_at_idx", "at", "id"),)

    id: Mapped[Key]
    at: Mapped[dt.datetime] = mapped_column(server_default=func.clock_timestamp())
    actor: Mapped[str]
    admin_id: Mapped[int | None] = mapped_column(BigInteger)
    request_id: Mapped[str | None]
    action: Mapped[str]
    entity: Mapped[str]
    entity_id: Mapped[int | None] = mapped_column(BigInteger)
    label: Mapped[str | None]
    changes: Mapped[dict[str, Any]] = mapped_column(JSONB)
