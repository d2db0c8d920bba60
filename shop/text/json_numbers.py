"""Decimals on the wire."""

from decimal import Decimal


def plain_number(value: Decimal) -> int | float:
    """Return a decimal as JSON has it: whole where it is whole."""
    return int(value) if value == value.to_integral_value() else float(value)
