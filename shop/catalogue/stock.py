"""The number of pieces of a product, and the part of it that shoppers see."""

from typing import Any

from sqlalchemy import Case, case

LAST_PIECES = 3
"""Shoppers see the number of pieces if it is at most this.

The trigger ``announce_last_pieces`` and the function ``shown_sizes`` contain this number + 1.
"""
LOW_STOCK = 2
"""A product with at most this many pieces, in total or in a size, is listed as low stock for admins."""
IS_LOW_STOCK = (
    f"(product.stock_quantity <= {LOW_STOCK}"
    f" OR jsonb_path_exists(product.sizes, '$[*].stock_quantity ? (@ <= {LOW_STOCK})'))"
)
"""The SQL condition of a product that is listed as low stock. An index has the same one."""
MAX_PIECES = 100_000


def stock_left(stock_quantity: int | None) -> int | None:
    """Return the number that shoppers see; None if it is larger, or not counted."""
    return stock_quantity if stock_quantity is not None and stock_quantity <= LAST_PIECES else None


def stock_left_in_sql(stock_quantity: Any) -> Case[int | None]:
    """Return :func:`stock_left` for a column, as an SQL expression."""
    return case((stock_quantity <= LAST_PIECES, stock_quantity))
