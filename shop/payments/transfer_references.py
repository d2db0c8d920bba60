"""The references (UTR) by which banks name a transfer."""

import re

from shop.errors import Invalid
from shop.payments.model import Method

_RULES = {
    Method.UPI: (re.compile(r"[0-9]{12}"), "A UTR has 12 digits."),
    Method.BANK: (
        re.compile(r"[0-9]{12}|[A-Z0-9]{16,22}"),
        "A UTR has 12 digits (IMPS), or 16 to 22 letters and digits.",
    ),
}
TRANSFERS = frozenset(_RULES)
"""The methods by which a shopper sends money to the shop's account."""


def written(reference: str) -> str:
    """Return a reference without spaces and other separators."""
    return re.sub(r"[\s-]", "", reference).upper()


def check(method: Method, reference: str) -> None:
    """Check that a written reference fits its method, which is one of :data:`TRANSFERS`.

    :raises Invalid: if it does not.
    """
    pattern, rule = _RULES[method]
    if not pattern.fullmatch(reference):
        raise Invalid(rule, fields={"reference": rule})
