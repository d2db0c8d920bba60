"""The current and former names of products, by which orders are found.

An order line keeps the name that its product had at the time of the order.
"""

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base


class ProductName(Base):
    """A name that a product has or had. The trigger ``add_product_name`` writes it; rows are never changed.

    A search for parts of names reads this table, because an index on the order lines would be written with each order
    and each status change. The index buffers 256 kB of new names before it merges them, which makes imports faster.
    """

    __tablename__ = "product_name"
    __table_args__ = (
        Index(
            "product_name_parts_idx",
            text("text_parts(name)"),
            postgresql_using="gin",
            postgresql_with={"gin_pending_list_limit": 256},
        ),
    )

    product_id: Mapped[int] = mapped_column(
        ForeignKey("product.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    name: Mapped[str] = mapped_column(primary_key=True)
