"""Writes amounts of rupees in words, with lakh and crore, as Indian invoices have them."""

from decimal import ROUND_HALF_UP, Decimal

_SMALL = (
    *("", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"),
    *("Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen"),
)
_TENS = ("", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety")
_UNITS = ((10_000_000, "Crore"), (100_000, "Lakh"), (1000, "Thousand"), (100, "Hundred"))


def rupees_in_words(amount: Decimal) -> str:
    """Write a positive amount: ``Rupees One Lakh Two Thousand and Fifty Paise Only``."""
    hundredths = int((amount * 100).quantize(Decimal(1), ROUND_HALF_UP))
    rupees, paise = divmod(hundredths, 100)
    words = f"Rupees {_in_words(rupees) or 'Zero'}"
    return f"{words} and {_in_words(paise)} Paise Only" if paise else f"{words} Only"


def _in_words(number: int) -> str:
    for value, name in _UNITS:
        if number >= value:
            return " ".join(filter(None, (_in_words(number // value), name, _in_words(number % value))))
    if number < len(_SMALL):
        return _SMALL[number]
    return "-".join(filter(None, (_TENS[number // 10], _SMALL[number % 10])))
