"""Money, weight and time in words, as the shop writes them in pages and mails."""

from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal

from shop.clock import INDIA

MINUS = "\N{MINUS SIGN}"


def indian_rupees(amount: Decimal | float) -> str:
    """Write rupees with Indian grouping: 123456 becomes ``₹1,23,456.00``."""
    whole = int(Decimal(str(amount)).quantize(Decimal(1), ROUND_HALF_UP))
    digits = str(abs(whole))
    head, tail = digits[:-3], digits[-3:]
    groups = [head[max(0, end - 2) : end] for end in range(len(head), 0, -2)][::-1]
    return f"{MINUS if whole < 0 else ''}₹{','.join([*groups, tail])}.00"


def weight_in_grams(weight: Decimal | float) -> str:
    """Write a weight: ``12.50 gm``."""
    return f"{Decimal(str(weight)):.2f} gm"


def when(at: datetime) -> str:
    """Write a time as India reads its clock: ``20 Nov 2026, 6:12 pm``."""
    local = at.astimezone(INDIA)
    hour = local.hour % 12 or 12
    return f"{local.day} {local:%b %Y}, {hour}:{local:%M} {'am' if local.hour < 12 else 'pm'}"


def day(on: date) -> str:
    """Write a day: ``20 Nov 2026``."""
    return f"{on.day} {on:%b %Y}"
