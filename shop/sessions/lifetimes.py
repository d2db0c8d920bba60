"""The lifetimes of sessions, and how long the reason for their end is stored."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True)
class Lifetime:
    """How long a session lasts without activity (``idle``) and in total (``absolute``)."""

    idle: timedelta
    absolute: timedelta


CUSTOMER = Lifetime(idle=timedelta(days=14), absolute=timedelta(days=30))
ADMIN = Lifetime(idle=timedelta(minutes=30), absolute=timedelta(hours=12))
FRESH_SIGN_IN = timedelta(minutes=15)
"""Within this time of a sign-in, the current password is not asked for again."""
SEEN_INTERVAL = timedelta(minutes=1)
"""A busy session's ``seen_at`` is written at most this often."""
END_REASON = timedelta(days=1)
"""How long a browser keeps the reason for the end of its session, for display on the sign-in page."""
