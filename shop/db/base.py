"""The base class of all tables, and column types."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated

from sqlalchemy import BigInteger, Boolean, DateTime, Identity, MetaData, Numeric, literal_column
from sqlalchemy.orm import DeclarativeBase, mapped_column

Key = Annotated[int, mapped_column(BigInteger, Identity(), primary_key=True)]
"""The id of a row."""
LARGEST_KEY = 2**53 - 1
"""The largest id: JavaScript clients cannot distinguish larger integers."""
Rupees = Annotated[Decimal, mapped_column(Numeric(14, 2))]
Grams = Annotated[Decimal, mapped_column(Numeric(10, 3))]
Millimetres = Annotated[Decimal, mapped_column(Numeric(6, 1))]
WAS_INSERTED = literal_column("(xmax = 0)", Boolean())
"""In RETURNING of an upsert: whether the row is new. An upsert locks a row that it updates, which sets ``xmax``."""


class Base(DeclarativeBase):
    """The base class of all tables. Times have a time zone, money is Decimal in rupees, weight is Decimal in grams."""

    metadata = MetaData(
        naming_convention={
            "ix": "%(table_name)s_%(column_0_N_name)s_idx",
            "uq": "%(table_name)s_%(column_0_N_name)s_key",
            "ck": "%(table_name)s_%(constraint_name)s_check",
            "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
            "pk": "%(table_name)s_pkey",
        }
    )
    type_annotation_map = {datetime: DateTime(timezone=True)}  # noqa: RUF012 - the form that SQLAlchemy documents
