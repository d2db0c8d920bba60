"""The rules by which a failed delivery is retried or given up."""

from enum import StrEnum

MAX_ATTEMPTS = 8
MAX_UNCOUNTED = MAX_ATTEMPTS - 2
"""The maximum of counted attempts while a server is unavailable, so that the delivery does not become dead."""
MAX_DEFERRAL_DAYS = 2
"""For how long temporary refusals do not count as attempts. Mail servers have quotas for a day."""
MIN_REFUSED = 3
"""If so many different mails, or notifications of so many shoppers, are refused, their content or address is not the
cause."""


class Failure(StrEnum):
    """Why a delivery failed, if the cause is a server that it needs, for now. Other failures have no value."""

    AWAY = "away"
    """The server is unavailable. No delivery can succeed, so the attempt does not count."""
    INTERRUPTED = "interrupted"
    """The server stopped responding. It may have accepted the delivery, so the attempt counts."""
    DEFERRED = "deferred"
    """The server refused this delivery. It may accept others, and this one later."""
    MAILBOX = "mailbox"
    """The server refused the address or the full mailbox of the recipient. This may last, so the attempt counts."""


def retry_pause(attempts: str, longest: str) -> str:
    """Return SQL for the pause after this many attempts: 1, 2, 4 … seconds with jitter.

    :param attempts: SQL of the number of attempts.
    :param longest: SQL of the longest pause in seconds.
    """
    return f"make_interval(secs => least({longest}, 2 ^ ({attempts} - 1)) * (0.75 + random() / 2))"
