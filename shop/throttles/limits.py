"""The shop's limits. They are wide: whoever mistypes a password five times waits for nothing.

Sign-ins count failures only (a right password takes its attempt back, and clears the account for the address that
knew it), everything else counts what is asked for.

An account is slowed for the address that guesses. Guesses from many addresses make each sign-in of an unknown device
take a few seconds longer (:func:`pause_of`) and leave each address fewer free tries; a known device has a budget of
its own, which no other guess counts against. All counts of an account go with its password: a new one begins anew.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

from shop import emails
from shop.settings import settings
from shop.throttles.model import Attempt, Limit

_GUESSES = "Too many tries with a wrong password. Please wait {wait} and try again."
_CODES = "A code was sent a moment ago. Please wait {wait} before you ask for another one."
_BUSY = "Too many requests from your address. Please wait {wait} and try again."
_SECOND = timedelta(seconds=1)
_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)

SIGN_IN_HERE = Limit("sign_in_here", 10, _HOUR, _GUESSES, first_pause=2 * _SECOND)
SIGN_IN_HERE_GUARDED = replace(SIGN_IN_HERE, free=3)
"""The same count, for an account that is guessed at from many addresses."""
SIGN_IN_DEVICE = Limit("sign_in_device", 10, _HOUR, _GUESSES, first_pause=2 * _SECOND)
SIGN_IN_ACCOUNT = Limit("sign_in_account", 10**9, _HOUR, _GUESSES)
"""It only counts: see :func:`pause_of`."""
PAUSES = ((60, _SECOND), (90, 2 * _SECOND), (120, 3 * _SECOND))
"""From how many wrong guesses at an account in an hour a sign-in there takes how much longer."""
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

EMAIL_CONFIRMATION = Limit(
    "email_confirmation",
    5,
    _DAY,
    "We have sent mails to this address already. Please look for them, or wait {wait} and try again.",
    first_pause=_MINUTE,
    longest_pause=_HOUR,
)
EMAIL_CHANGES = Limit("email_changes", 10, _HOUR, _BUSY, first_pause=_MINUTE, longest_pause=_HOUR)

NEWSLETTER_READER = Limit(
    "newsletter_reader",
    5,
    _DAY,
    "We have sent mails to this address already. Please look for them, or wait {wait} and try again.",
    first_pause=_MINUTE,
    longest_pause=_HOUR,
)
NEWSLETTER_ADDRESS = Limit("newsletter_address", 60, _HOUR, _BUSY, first_pause=5 * _SECOND)

ORDERS = Limit(
    "orders",
    20,  # or SHOP_ORDERS_FREELY
    10 * _MINUTE,
    "You have placed many orders within a few minutes. Please wait {wait} before you place another one.",
    first_pause=10 * _SECOND,
)


@dataclass(frozen=True)
class Account:
    """What sign-ins of an address and a password are counted as, whether or not anybody has them."""

    role: str
    email: str
    password_hash: str | None

    @property
    def value(self) -> str:
        return f"{self.role}:{emails.without_case(self.email)} {self.password_hash or ''}"

    @property
    def counted(self) -> Attempt:
        """All guesses at it by unknown devices."""
        return Attempt(SIGN_IN_ACCOUNT, self.value)

    def by_device(self, device: str, address: str) -> list[Attempt]:
        """Return what a known device's sign-in counts against."""
        return [Attempt(SIGN_IN_DEVICE, f"{self.value} {device} {address}")]

    def by_stranger(self, address: str, *, guesses: int) -> list[Attempt]:
        """Return what another one's sign-in counts against: the account from here, the account, the client's address.

        :param guesses: how many were counted at the account before.
        """
        here = SIGN_IN_HERE_GUARDED if pause_of(guesses) else SIGN_IN_HERE
        return [Attempt(here, f"{self.value} {address}"), self.counted, Attempt(SIGN_IN_ADDRESS, address)]

    def waiting(self, address: str, pause: timedelta) -> Attempt:
        """Return what admits one sign-in from an address to wait at a time."""
        return Attempt(Limit("sign_in_waiting", 1, pause, _GUESSES), f"{self.value} {address}")


def pause_of(guesses: int) -> timedelta:
    """Return how much longer an unknown device's sign-in takes after so many wrong guesses at the account."""
    return max((pause for least, pause in PAUSES if guesses >= least), default=timedelta())


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


def email_confirmation(customer_id: int, email: str, address: str) -> list[Attempt]:
    """Return what a mail with a link to confirm an address counts against: its account, its mailbox, the client."""
    return [
        Attempt(NEWSLETTER_ADDRESS, address),
        Attempt(EMAIL_CHANGES, str(customer_id)),
        Attempt(EMAIL_CONFIRMATION, emails.without_case(email)),
    ]


def newsletter(email: str, address: str) -> list[Attempt]:
    """Return what asking for the newsletter counts against."""
    return [Attempt(NEWSLETTER_ADDRESS, address), Attempt(NEWSLETTER_READER, emails.without_case(email))]


def order(customer_id: int) -> Attempt:
    """Return what an order counts against that a shopper places."""
    return Attempt(replace(ORDERS, free=settings().orders_freely), f"customer {customer_id}")
