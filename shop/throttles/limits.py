"""The shop's limits. They are generous: five mistyped passwords cause no wait.

A sign-in counts only if it fails: a right password refunds its attempt and resets the account's count for the client's
address. All other limits count each request.

Wrong guesses delay further sign-ins to the account from the same address. Guesses from many addresses delay each
sign-in from an unknown device by a few seconds (:func:`guess_delay`) and leave each address fewer free attempts. A
known device has a limit of its own, which guesses from other devices do not affect. The counts of an account depend on
its password hash, so they start from zero after a change of password.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

from shop.settings import settings
from shop.text import email_addresses
from shop.throttles.model import Attempt, Limit

_WRONG_PASSWORDS = "Too many tries with a wrong password. Please wait {wait} and try again."
_CODE_SENT = "A code was sent a moment ago. Please wait {wait} before you ask for another one."
_TOO_MANY = "Too many requests from your address. Please wait {wait} and try again."
_TOO_MANY_IN_AN_HOUR = "You have done this many times within an hour. Please wait {wait} and try again."
_SECOND = timedelta(seconds=1)
_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)

SIGN_IN_PAIR = Limit("sign_in_here", 10, _HOUR, _WRONG_PASSWORDS, first_pause=2 * _SECOND)
SIGN_IN_PAIR_GUARDED = replace(SIGN_IN_PAIR, free=3)
"""The same limit, for an account that is guessed at from many addresses."""
SIGN_IN_DEVICE = Limit("sign_in_device", 10, _HOUR, _WRONG_PASSWORDS, first_pause=2 * _SECOND)
SIGN_IN_ACCOUNT = Limit("sign_in_account", 10**9, _HOUR, _WRONG_PASSWORDS)
"""This limit refuses no attempt. :func:`guess_delay` uses its count."""
GUESS_DELAYS = ((60, _SECOND), (90, 2 * _SECOND), (120, 3 * _SECOND))
"""The delay of a sign-in from this number of wrong guesses at the account in an hour."""
SIGN_IN_ADDRESS = Limit(
    "sign_in_address", 100, 10 * _MINUTE, _WRONG_PASSWORDS, first_pause=_SECOND, longest_pause=_MINUTE
)

SIGN_UP_ADDRESS = Limit("sign_up_address", 300, 10 * _MINUTE, _TOO_MANY, first_pause=_SECOND, longest_pause=_MINUTE)

CODES_PER_MINUTE = Limit("code_a_minute", 1, _MINUTE, _CODE_SENT)
CODES_PER_DAY = Limit(
    "codes_a_day", 10, _DAY, "Ten codes were sent to this address today. Please wait {wait} and try again."
)
CODE_ADDRESS = Limit("code_address", 60, 10 * _MINUTE, _TOO_MANY, first_pause=2 * _SECOND)

VERIFY_ACCOUNT = Limit(
    "verify_account",
    30,
    _HOUR,
    "Too many codes were tried. Please wait {wait} and try again.",
    first_pause=2 * _SECOND,
    longest_pause=_MINUTE,
)
VERIFY_ADDRESS = Limit("verify_address", 100, 10 * _MINUTE, _TOO_MANY, first_pause=2 * _SECOND)

CONTACT_SENDER = Limit("contact_sender", 20, _HOUR, _TOO_MANY, first_pause=10 * _SECOND, longest_pause=10 * _MINUTE)
CONTACT_ADDRESS = Limit("contact_address", 60, _HOUR, _TOO_MANY, first_pause=5 * _SECOND, longest_pause=10 * _MINUTE)

EMAIL_CONFIRMATION = Limit(
    "email_confirmation",
    5,
    _DAY,
    "We have sent mails to this address already. Please look for them, or wait {wait} and try again.",
    first_pause=_MINUTE,
    longest_pause=_HOUR,
)
EMAIL_CHANGES = Limit("email_changes", 10, _HOUR, _TOO_MANY_IN_AN_HOUR, first_pause=_MINUTE, longest_pause=_HOUR)
PASSWORD_CHANGES = replace(EMAIL_CHANGES, scope="password_changes")
"""Changes of the password on Profile. Each sends a mail."""

NEWSLETTER_READER = Limit(
    "newsletter_reader",
    5,
    _DAY,
    "We have sent mails to this address already. Please look for them, or wait {wait} and try again.",
    first_pause=_MINUTE,
    longest_pause=_HOUR,
)
NEWSLETTER_ADDRESS = Limit("newsletter_address", 60, _HOUR, _TOO_MANY, first_pause=5 * _SECOND)

ORDERS = Limit(
    "orders",
    20,  # replaced by SHOP_ORDERS_FREELY
    10 * _MINUTE,
    "You have placed many orders within a few minutes. Please wait {wait} before you place another one.",
    first_pause=10 * _SECOND,
)

CANCELLATIONS = Limit(
    "cancellations",
    60,
    10 * _MINUTE,
    "You have cancelled many times within a few minutes. Please wait {wait} and try again.",
    first_pause=10 * _SECOND,
)
RETURN_REQUESTS = Limit(
    "return_requests", 30, _HOUR, _TOO_MANY_IN_AN_HOUR, first_pause=10 * _SECOND, longest_pause=10 * _MINUTE
)
REVIEW_PHOTOS = replace(RETURN_REQUESTS, scope="review_photos", free=40)
REVIEW_PHOTOS_ADDRESS = replace(REVIEW_PHOTOS, scope="review_photos_address", free=200, refusal=_TOO_MANY)
PAYMENT_CLAIMS = Limit(
    "payment_claims", 20, _HOUR, _TOO_MANY_IN_AN_HOUR, first_pause=10 * _SECOND, longest_pause=10 * _MINUTE
)
PAYMENT_METHODS = replace(PAYMENT_CLAIMS, scope="payment_methods")
PAYMENT_STARTS = replace(PAYMENT_CLAIMS, scope="payment_starts", free=60)

DATA_EXPORTS = Limit(
    "data_exports", 3, _DAY, "You have asked for your data three times today. Please wait {wait} and try again."
)

API_KEY = Limit(
    "api_key",
    600,
    _MINUTE,
    "This key has made 600 calls within a minute. Please wait {wait} and go on.",
)

SECOND_FACTOR_HERE = Limit(
    "second_factor_here",
    5,
    _HOUR,
    "Too many codes were tried. Please wait {wait} and try again.",
    first_pause=2 * _SECOND,
)
SECOND_FACTOR = replace(SECOND_FACTOR_HERE, scope="second_factor", free=30, longest_pause=_MINUTE)
"""Attempts from all addresses together.

With a million codes, of which three are valid at a time, guessing one takes months.
"""


@dataclass(frozen=True)
class Account:
    """An account against which sign-ins count, whether or not anybody has its email address."""

    role: str
    email: str
    password_hash: str | None

    @property
    def value(self) -> str:
        return f"{self.role}:{email_addresses.mailbox_of(self.email)} {self.password_hash or ''}"

    @property
    def all_guesses(self) -> Attempt:
        """The count of all guesses at the account by unknown devices."""
        return Attempt(SIGN_IN_ACCOUNT, self.value)

    def by_device(self, device: str, address: str) -> list[Attempt]:
        """Return the attempts that a known device's sign-in counts as."""
        return [Attempt(SIGN_IN_DEVICE, f"{self.value} {device} {address}")]

    def by_unknown_device(self, address: str, *, guesses: int) -> list[Attempt]:
        """Return the attempts that an unknown device's sign-in counts as: account at this address, account, address.

        :param guesses: the number of wrong guesses at the account so far.
        """
        pair = SIGN_IN_PAIR_GUARDED if guess_delay(guesses) else SIGN_IN_PAIR
        return [Attempt(pair, f"{self.value} {address}"), self.all_guesses, Attempt(SIGN_IN_ADDRESS, address)]

    def delayed_sign_in(self, address: str, delay: timedelta) -> Attempt:
        """Return the attempt that allows an address one delayed sign-in at a time."""
        return Attempt(Limit("sign_in_waiting", 1, delay, _WRONG_PASSWORDS), f"{self.value} {address}")


def guess_delay(guesses: int) -> timedelta:
    """Return the delay of an unknown device's sign-in after this number of wrong guesses at the account."""
    return max((delay for minimum, delay in GUESS_DELAYS if guesses >= minimum), default=timedelta())


def api_key(key_id: int) -> Attempt:
    """Return the attempt that a call with an API key counts as."""
    return Attempt(API_KEY, str(key_id))


def sign_up(address: str) -> list[Attempt]:
    """Return the attempts that a sign-up counts as."""
    return [Attempt(SIGN_UP_ADDRESS, address)]


def code_request(email: str, address: str) -> list[Attempt]:
    """Return the attempts that a request for a one-time code counts as, the same for an unknown email address."""
    email = email_addresses.mailbox_of(email)
    return [Attempt(CODE_ADDRESS, address), Attempt(CODES_PER_MINUTE, email), Attempt(CODES_PER_DAY, email)]


def code_verification(email: str, address: str) -> list[Attempt]:
    """Return the attempts that a try of a one-time code counts as, besides the code's own count of tries."""
    return [Attempt(VERIFY_ADDRESS, address), Attempt(VERIFY_ACCOUNT, email_addresses.mailbox_of(email))]


def contact(email: str, address: str) -> list[Attempt]:
    """Return the attempts that a message to the shop counts as."""
    return [Attempt(CONTACT_SENDER, email_addresses.mailbox_of(email)), Attempt(CONTACT_ADDRESS, address)]


def email_confirmation(customer_id: int, email: str, address: str) -> list[Attempt]:
    """Return the attempts that a confirmation mail counts as: client, account and mailbox."""
    return [
        Attempt(NEWSLETTER_ADDRESS, address),
        Attempt(EMAIL_CHANGES, str(customer_id)),
        Attempt(EMAIL_CONFIRMATION, email_addresses.mailbox_of(email)),
    ]


def newsletter(email: str, address: str) -> list[Attempt]:
    """Return the attempts that a request for the newsletter counts as."""
    return [Attempt(NEWSLETTER_ADDRESS, address), Attempt(NEWSLETTER_READER, email_addresses.mailbox_of(email))]


def by_customer(limit: Limit, customer_id: int) -> list[Attempt]:
    """Return the attempts that a request of a customer counts as, if only this limit counts it."""
    return [Attempt(limit, str(customer_id))]


def cancellation(customer_id: int) -> list[Attempt]:
    """Return the attempts that a cancellation by a customer counts as."""
    return [Attempt(CANCELLATIONS, f"customer {customer_id}")]


def order(customer_id: int) -> Attempt:
    """Return the attempt that an order by a customer counts as."""
    return Attempt(replace(ORDERS, free=settings().orders_freely), f"customer {customer_id}")


def second_factor(admin_id: int, address: str) -> list[Attempt]:
    """Return the attempts that a try of a code of the second factor counts as."""
    return [Attempt(SECOND_FACTOR_HERE, f"{admin_id} {address}"), Attempt(SECOND_FACTOR, str(admin_id))]


def review_photo(customer_id: int, address: str) -> list[Attempt]:
    """Return the attempts that a photo for a review counts as."""
    return [*by_customer(REVIEW_PHOTOS, customer_id), Attempt(REVIEW_PHOTOS_ADDRESS, address)]
