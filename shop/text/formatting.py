"""Formats money, weights and times as the shop's pages and mails show them."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from shop.clock import INDIA

MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"


def indian_rupees(amount: Decimal | float) -> str:
    """Format rupees with Indian grouping: 123456 becomes ``₹1,23,456.00``."""
    exact = _to_hundredths(amount)
    return f"{MINUS if exact < 0 else ''}₹{_with_two_decimals(abs(exact))}"


def grouped(count: int) -> str:
    """Format a whole number with Indian grouping: 123456 becomes ``1,23,456``."""
    return f"{MINUS if count < 0 else ''}{_in_groups(str(abs(count)))}"


def pluralize(count: int, one: str, many: str) -> str:
    """Return a count with its word: ``1 piece``, ``5,076 pieces``."""
    return f"{grouped(count)} {one if count == 1 else many}"


def _with_two_decimals(exact: Decimal) -> str:
    whole, _, hundredths = str(exact).partition(".")
    return f"{_in_groups(whole)}.{hundredths}"


def _in_groups(digits: str) -> str:
    head, tail = digits[:-3], digits[-3:]
    groups = [head[max(0, end - 2) : end] for end in range(len(head), 0, -2)][::-1]
    return ",".join([*groups, tail])


def weight_in_grams(weight: Decimal | float) -> str:
    """Format a weight, which is positive, with Indian grouping: ``12.50 gm``, ``1,00,000.00 gm``."""
    return f"{_with_two_decimals(_to_hundredths(weight))} gm"


def stones_in_words(stones: Iterable[Mapping[str, Any]]) -> str:
    """Write the stones of a piece, with a times sign between kind and count: ``Ruby x 1, 0.85 ct``."""
    return "; ".join(f"{stone['kind']} {TIMES} {stone['count']}, {_carats(stone['carats'])} ct" for stone in stones)


def _carats(carats: float) -> str:
    """Write carats with two decimals, or with three if the third is not 0."""
    thousandths = f"{carats:.3f}"
    return thousandths.removesuffix("0")


def _to_hundredths(amount: Decimal | float) -> Decimal:
    return Decimal(str(amount)).quantize(Decimal("0.01"), ROUND_HALF_UP)


def when(at: datetime) -> str:
    """Format a time in India's time zone: ``20 Nov 2026, 6:12 pm``."""
    local = at.astimezone(INDIA)
    hour = local.hour % 12 or 12
    return f"{local.day} {local:%b %Y}, {hour}:{local:%M} {'am' if local.hour < 12 else 'pm'}"


def day(on: date) -> str:
    """Format a day: ``20 Nov 2026``."""
    return f"{on.day} {on:%b %Y}"
