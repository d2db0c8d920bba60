"""The shop's limits. They are wide: whoever mistypes a password five times waits for nothing.

Sign-ins count failures only (a right password takes its attempt back, and clears the account for the address that
knew it), everything else counts what is asked for.
An account is slowed for the address that guesses; only guesses from many addresses slow it for everyone, by a minute
at most, and a reset by mail always opens it.
"""

from datetime import timedelta

from shop import emails
from shop.throttles.model import Attempt, Limit

_GUESSES = "Too many tries with a wrong password. Please wait {wait} and try again."
_CODES = "A code was sent a moment ago. Please wait {wait} before you ask for another one."
_BUSY = "Too many requests from your address. Please wait {wait} and try again."
_SECOND = timedelta(seconds=1)
_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)

SIGN_IN_HERE = Limit("sign_in_here", 10, _HOUR, _GUESSES, first_pause=2 * _SECOND)
SIGN_IN_ACCOUNT = Limit("sign_in_account", 60, _HOUR, _GUESSES, first_pause=_SECOND, longest_pause=_MINUTE)
SIGN_IN_ADDRESS = Limit("sign_in_address", 100, 10 * _MINUTE, _GUESSES, first_pause=_SECOND, longest_pause=_MINUTE)

SIGN_UP_ADDRESS = Limit("sign_up_address", 300, 10 * _MINUTE, _BUSY, first_pause=_SECOND, longest_pause=_MINUTE)

CODE_A_MINUTE = Limit("code_a_minute", 1, _MINUTE, _CODES)
CODES_A_DAY = Limit(
    "codes_a_day", 10, _DAY, "Ten codes were sent to this address today. Please wait {wait} and try again."
)
CODE_ADDRESS = Limit("code_address", 60, 10 * _MINUTE, _BUSY, first_pause=2 * _SECOND)

VERIFY_ACCOUNT = Limit(
    "verify_account",
    30,
    _HOUR,
    "Too many codes were tried. Please wait {wait} and try again.",
    first_pause=2 * _SECOND,
    longest_pause=_MINUTE,
)
VERIFY_ADDRESS = Limit("verify_address", 100, 10 * _MINUTE, _BUSY, first_pause=2 * _SECOND)

CONTACT_SENDER = Limit("contact_sender", 20, _HOUR, _BUSY, first_pause=10 * _SECOND, longest_pause=10 * _MINUTE)
CONTACT_ADDRESS = Limit("contact_address", 60, _HOUR, _BUSY, first_pause=5 * _SECOND, longest_pause=10 * _MINUTE)

NEWSLETTER_READER = Limit(
    "newsletter_reader",
    5,
    _DAY,
    "We have sent mails to this address already. Please look for them, or wait {wait} and try again.",
    first_pause=_MINUTE,
    longest_pause=_HOUR,
)
NEWSLETTER_ADDRESS = Limit("newsletter_address", 60, _HOUR, _BUSY, first_pause=5 * _SECOND)


def sign_in(role: str, email: str, address: str) -> list[Attempt]:
    """Return what a sign-in counts against: the account from here, the account, the client's address."""
    account = f"{role}:{emails.without_case(email)}"
    return [
        Attempt(SIGN_IN_HERE, f"{account} {address}"),
        Attempt(SIGN_IN_ACCOUNT, account),
        Attempt(SIGN_IN_ADDRESS, address),
    ]


def sign_up(address: str) -> list[Attempt]:
    """Return what a sign-up counts against."""
    return [Attempt(SIGN_UP_ADDRESS, address)]


def code(email: str, address: str) -> list[Attempt]:
    """Return what asking for a one-time code counts against; it is the same for an address that nobody has."""
    email = emails.without_case(email)
    return [Attempt(CODE_ADDRESS, address), Attempt(CODE_A_MINUTE, email), Attempt(CODES_A_DAY, email)]


def verify(email: str, address: str) -> list[Attempt]:
    """Return what trying a one-time code counts against, besides the tries of the code itself."""
    return [Attempt(VERIFY_ADDRESS, address), Attempt(VERIFY_ACCOUNT, emails.without_case(email))]


def contact(email: str, address: str) -> list[Attempt]:
    """Return what a message to the shop counts against."""
    return [Attempt(CONTACT_SENDER, emails.without_case(email)), Attempt(CONTACT_ADDRESS, address)]


def newsletter(email: str, address: str) -> list[Attempt]:
    """Return what asking for the newsletter counts against."""
    return [Attempt(NEWSLETTER_ADDRESS, address), Attempt(NEWSLETTER_READER, emails.without_case(email))]
