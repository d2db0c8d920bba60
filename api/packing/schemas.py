"""What staff need to pack orders, on the wire."""

from typing import Annotated

from pydantic import AfterValidator, Field

from api.http.base_schemas import Out
from shop.db.base import LARGEST_KEY

MAX_ORDERS = 100


def _read_ids(text: str) -> str:
    if max(map(int, text.split(","))) > LARGEST_KEY:
        raise ValueError("names an order whose number is too large")
    return text


OrderIds = Annotated[
    str,
    Field(pattern=rf"^[1-9][0-9]{{0,15}}(,[1-9][0-9]{{0,15}}){{0,{MAX_ORDERS - 1}}}$"),
    AfterValidator(_read_ids),
]
"""The numbers of up to a hundred orders, separated by commas."""


class PieceToPackOut(Out):
    """The product's code of an order item, and the place where its pieces are stored; null if it has none."""

    order_id: int
    item_id: int
    code: str
    bin: str | None


class ScanOut(Out):
    """The meaning of a scanned text: a product's code, or the HUID of a piece of an order; otherwise all are null."""

    product_code: str | None = None
    product_name: str | None = None
    order_id: int | None = None
    item_id: int | None = None
