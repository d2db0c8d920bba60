"""The audit: who changed what, with the old and the new value. Triggers write it in the transaction of the change.

PostgreSQL refuses to change or delete an entry that is younger than two years. Secrets are never stored: for a
password, the audit records only that it changed. Status changes of order items are in another table, ``status_change``,
whose rows are never deleted. :mod:`shop.audit.queries` reads both as one list.
"""

import datetime as dt
from typing import Any

from sqlalchemy import BigInteger, Index, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key

KEEP_AUDIT = dt.timedelta(days=731)


class AuditEntry(Base):
    """One change by one person.

    ``changes`` is ``{"weight": {"from": 10, "to": 12}, …}``; for a secret it is ``{"password": {"secret": true}}``.
    ``actor`` is the name that the person had then. ``admin_id`` is None for a command at the machine's terminal, and
    for a person who joins the staff by an invitation.
    """

    __tablename__ = "audit_entry"
    __table_args__ = (
        Index("audit_entry_at_idx", "at", "id"),
        Index("audit_entry_entity_idx", "entity", "at", "id"),
        Index("audit_entry_admin_idx", "admin_id", "at", "id"),
        Index("audit_entry_order_idx", "entity_id", "id", postgresql_where=text("entity = 'order'")),
        Index("audit_entry_customer_idx", "entity_id", "id", postgresql_where=text("entity = 'customer'")),
        Index(
            "audit_entry_moved_order_idx",
            text("(changes #>> '{customer_id,from}')"),
            postgresql_where=text("entity = 'order' AND changes ? 'customer_id'"),
        ),
    )

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
