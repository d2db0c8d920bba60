"""What all tables share."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated

from sqlalchemy import BigInteger, DateTime, Identity, MetaData, Numeric
from sqlalchemy.orm import DeclarativeBase, mapped_column

Key = Annotated[int, mapped_column(BigInteger, Identity(), primary_key=True)]
"""A number of a row. It goes up to :data:`LARGEST_KEY`, which every client can tell from the next one."""
LARGEST_KEY = 2**53 - 1
Rupees = Annotated[Decimal, mapped_column(Numeric(14, 2))]
Grams = Annotated[Decimal, mapped_column(Numeric(10, 3))]


class Base(DeclarativeBase):
    """All tables. Times are aware; money is Decimal in rupees, weight Decimal in grams."""

    metadata = MetaData(
        naming_convention={
            "ix": "%(table_name)s_%(column_0_N_name)s_idx",
            "uq": "%(table_name)s_%(column_0_N_name)s_key",
            "ck": "%(table_name)s_%(constraint_name)s_check",
            "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
            "pk": "%(table_name)s_pkey",
        }
    )
    type_annotation_map = {datetime: DateTime(timezone=True)}  # noqa: RUF012 - SQLAlchemy's own protocol
