"""The kinds of errors of the shop. Each error is defined beside the code that raises it."""

import json
from typing import Any


def refusal(status: int, message: str) -> bytes:
    """Return the body of a failure for code that raises no error: middleware and the realtime handshake."""
    return json.dumps({"code": status, "error": True, "success": False, "message": message, "errors": {}}).encode()


class ShopError(Exception):
    """A refusal with a stable ``code``, a sentence for people and, if useful, data.

    ``fields`` names the invalid inputs; ``data`` is what the caller needs to continue, such as the current row or the
    new prices.
    """

    code = "refused"

    def __init__(
        self, message: str, *, fields: dict[str, str] | None = None, data: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields or {}
        self.data = data


class NotFound(ShopError):
    """The object does not exist, or this person may not know that it exists."""

    code = "not_found"


class Conflict(ShopError):
    """The request is valid, but the current state does not allow it."""

    code = "conflict"


class Gone(ShopError):
    """The object existed and is no longer stored."""

    code = "gone"


class Forbidden(ShopError):
    """This person may not do that."""

    code = "forbidden"


class Unauthenticated(ShopError):
    """Nobody is signed in, or the session has ended."""

    code = "unauthenticated"


class Invalid(ShopError):
    """A value is invalid."""

    code = "invalid"


class TooMany(ShopError):
    """Too many requests; ``retry_after`` is in seconds."""

    code = "too_many"

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after
