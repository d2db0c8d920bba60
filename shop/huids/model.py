"""HUIDs, each with the order line that its piece was sold with."""

from sqlalchemy import CheckConstraint, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base


class HallmarkedPiece(Base):
    """A HUID and the order line that its piece was sold with last.

    The column ``huids`` of the line has it too. A line keeps a HUID in that column even if its piece was returned and
    sold again.
    """

    __tablename__ = "hallmarked_piece"
    __table_args__ = (CheckConstraint("huid ~ '^[A-Z0-9]{6}$'", name="huid"),)

    huid: Mapped[str] = mapped_column(primary_key=True)
    order_item_id: Mapped[int] = mapped_column(ForeignKey("order_item.id"), index=True)
