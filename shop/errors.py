"""What can go wrong in a shop, by kind. Each error is defined beside the code that raises it."""

import json
from typing import Any


def refusal(status: int, message: str) -> bytes:
    """Return the body of a failure, where no error is raised: before a request has reached a route or a room."""
    return json.dumps({"code": status, "error": True, "success": False, "message": message, "errors": {}}).encode()


class ShopError(Exception):
    """A refusal with a stable ``code``, a sentence for people and, where it helps, the facts behind it.

    ``fields`` names the inputs at fault; ``data`` carries what the caller needs to go on (a row as it
    is now, the new prices).
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
    """There is no such thing, or none that this person may know of."""

    code = "not_found"


class Conflict(ShopError):
    """The request was fit, but the shop is not in a state for it."""

    code = "conflict"


class Gone(ShopError):
    """It was there and is no longer kept."""

    code = "gone"


class Forbidden(ShopError):
    """This person may not do that."""

    code = "forbidden"


class Unauthenticated(ShopError):
    """Nobody is signed in, or the session has ended."""

    code = "unauthenticated"


class Invalid(ShopError):
    """A value is unfit."""

    code = "invalid"


class TooMany(ShopError):
    """The same was asked for too often; ``retry_after`` is in seconds."""

    code = "too_many"

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after
