"""Signs of life of the shop's processes, kept in PostgreSQL so that the API needs no other way to know them."""

from datetime import datetime
from typing import Any

from sqlalchemy import Delete, Select, delete, func, select, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, Insert, insert
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import Text

from shop.database import Base

KINDS = ("relay", "realtime", "fanout", "mail", "images")
"""What must be running for the shop to be whole."""
BEAT_SECONDS = 2.0
FRESH_SECONDS = 7.0
"""A process not heard of for this long counts as gone."""


class Process(Base):
    """One running process. ``kinds`` are the jobs that it does; a worker's are its queues."""

    __tablename__ = "process"

    name: Mapped[str] = mapped_column(primary_key=True)
    kinds: Mapped[list[str]] = mapped_column(ARRAY(Text))
    started_at: Mapped[datetime] = mapped_column(server_default=func.now())
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    detail: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))


def beat(name: str, kinds: list[str], detail: dict[str, Any]) -> Insert:
    """Note that a process lives."""
    return (
        insert(Process)
        .values(name=name, kinds=kinds, detail=detail)
        .on_conflict_do_update(
            index_elements=[Process.name], set_={"seen_at": func.now(), "detail": detail, "kinds": kinds}
        )
    )


def forget(name: str) -> Delete:
    """Remove a process that ends in good order, and those not heard of for a day."""
    return delete(Process).where((Process.name == name) | (Process.seen_at < func.now() - text("interval '1 day'")))


def fresh() -> Select[Process]:
    """Select the processes heard of lately."""
    return select(Process).where(Process.seen_at > func.now() - func.make_interval(0, 0, 0, 0, 0, 0, FRESH_SECONDS))
