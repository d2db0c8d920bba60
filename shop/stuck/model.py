"""The days on which the desk was told what is stuck."""

import datetime as dt

from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base


class StuckReport(Base):
    """A day, in India, whose report was queued. Its row keeps a second scheduler from queueing it again."""

    __tablename__ = "stuck_report"

    day: Mapped[dt.date] = mapped_column(primary_key=True)
    at: Mapped[dt.datetime]
