"""Writes decimals as JSON numbers."""

from decimal import Decimal


def plain_number(value: Decimal) -> int | float:
    """Return the JSON number of a decimal: an int if it is whole, else a float."""
    return int(value) if value == value.to_integral_value() else float(value)
