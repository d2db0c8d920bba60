"""The password rule, and Argon2id hashing.

The cost (19 MiB, two passes, one lane) is the OWASP recommendation for Argon2id; one hash takes about 27 ms.
"""

import re

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

RULE = "Password must be at least 8 characters, include one uppercase, one number & one special character."
RESET_RULE = (
    "Password must be at least 8 characters, include one uppercase letter, one number, and one special character."
)
"""The same rule in the wording of the page for a forgotten password."""

LONGEST = 128

_FIT = re.compile(r"(?=.*[A-Z])(?=.*[0-9])(?=.*[!@#$%^&*])[A-Za-z0-9!@#$%^&*]{8,128}")
_hasher = PasswordHash((Argon2Hasher(memory_cost=19456, time_cost=2, parallelism=1),))
_NOBODYS = _hasher.hash("Nobody@0000")


def is_fit(password: str) -> bool:
    """Whether a password follows the rule; only letters, digits and !@#$%^&* are allowed."""
    return _FIT.fullmatch(password) is not None


def hash_password(password: str) -> str:
    """Return the hash to store; takes tens of milliseconds, so call it in a thread."""
    return _hasher.hash(password)


def verify(password: str, password_hash: str | None) -> bool:
    """Whether the password is right. Without a hash it takes the same time and returns False."""
    matches = _hasher.verify(password[:LONGEST], password_hash or _NOBODYS)
    return matches and password_hash is not None
