"""The days whose report of stuck orders was queued."""

import datetime as dt

from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base


class StuckReport(Base):
    """A day, in India, whose report was queued. The row prevents a second scheduler from queueing the report again."""

    __tablename__ = "stuck_report"

    day: Mapped[dt.date] = mapped_column(primary_key=True)
    at: Mapped[dt.datetime]
