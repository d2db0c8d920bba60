"""The second factor of a member of staff: time-based codes of an app (RFC 6238), and recovery codes.

The secret is encrypted and bound to its owner. A code works once: the step of the last one is stored, and only a later
step is accepted. The phone's clock may differ by one step of 30 s. Only a keyed hash of each recovery code is stored.
"""

import hmac
import secrets
from datetime import datetime

import pyotp
from sqlalchemy import BigInteger, ForeignKey, LargeBinary, Update, cast, func, text, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.sql.dml import ReturningUpdate

from shop.db.base import Base
from shop.errors import Conflict
from shop.security import derived_keys, encryption

STEP_SECONDS = 30
DRIFT_STEPS = 1
RECOVERY_CODES = 10
ISSUER = "Swarna"

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_GROUPS, _GROUP_LENGTH = 2, 4


class SecondFactorState(Conflict):
    """The second factor is already on or off, or its setup was not started."""

    code = "second_factor"


class SecondFactor(Base):
    """The secret of an authenticator app. It is active once ``admin.second_factor_since`` is set."""

    __tablename__ = "second_factor"

    admin_id: Mapped[int] = mapped_column(
        ForeignKey("admin.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    sealed: Mapped[bytes]
    last_step: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    recovery_hashes: Mapped[list[bytes]] = mapped_column(ARRAY(LargeBinary), server_default=text("'{}'"))


class StaffPolicy(Base):
    """The single row of rules for all staff: the time from which everyone needs a second factor, if one is required.

    Until then, those who have none are reminded.
    """

    __tablename__ = "staff_policy"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, server_default=text("1"), autoincrement=False)
    second_factor_required_since: Mapped[datetime | None]


def new_secret() -> str:
    """Return a new secret in base32, as apps read it."""
    return pyotp.random_base32()


def link(secret: str, email: str) -> str:
    """Return the ``otpauth`` link of a secret, which the QR code holds."""
    return pyotp.TOTP(secret, interval=STEP_SECONDS).provisioning_uri(name=email, issuer_name=ISSUER)


def encrypt(secret: str, admin_id: int) -> bytes:
    """Encrypt a secret for its owner."""
    return encryption.encrypt(_key(), secret, _bound_to(admin_id))


def decrypt(encrypted: bytes, admin_id: int) -> str | None:
    """Return the secret; None if it is someone else's or the shop's key has changed."""
    return encryption.decrypt([_key()], encrypted, _bound_to(admin_id))


def step_of(secret: str, code: str, *, at: datetime) -> int | None:
    """Return the step in which an app shows this code, None if that is not within one step of ``at``."""
    totp = pyotp.TOTP(secret, interval=STEP_SECONDS)
    found = None
    for drift in range(-DRIFT_STEPS, DRIFT_STEPS + 1):
        if hmac.compare_digest(totp.at(at, counter_offset=drift).encode(), code.encode()):
            found = totp.timecode(at) + drift
    return found


def use_step(admin_id: int, step: int) -> ReturningUpdate[int]:
    """Use up the code of a step. It returns no row if this step or a later one was used before."""
    used = update(SecondFactor).where(SecondFactor.admin_id == admin_id, SecondFactor.last_step < step)
    return used.values(last_step=step).returning(SecondFactor.admin_id)


def new_recovery_codes() -> list[str]:
    """Generate recovery codes such as ``k7fm-2xqp``."""
    return [
        "-".join("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP_LENGTH)) for _ in range(_GROUPS))
        for _ in range(RECOVERY_CODES)
    ]


def recovery_hash(admin_id: int, code: str) -> bytes:
    """Return the stored form of a recovery code. Blanks, hyphens and case make no difference."""
    plain = "".join(letter for letter in code.lower() if letter.isalnum())
    return derived_keys.sign("recovery code", f"{admin_id} {plain}")


def use_recovery_code(admin_id: int, code: str) -> ReturningUpdate[int]:
    """Use up a recovery code. It returns no row if the code does not exist or was used before."""
    digest = recovery_hash(admin_id, code)
    used = update(SecondFactor).where(
        SecondFactor.admin_id == admin_id, SecondFactor.recovery_hashes.contains([digest])
    )
    left = func.array_remove(SecondFactor.recovery_hashes, cast(digest, LargeBinary))
    return used.values(recovery_hashes=left).returning(SecondFactor.admin_id)


def set_recovery_codes(admin_id: int, codes: list[str]) -> Update:
    """Replace all recovery codes of a member of staff."""
    hashes = [recovery_hash(admin_id, code) for code in codes]
    return update(SecondFactor).where(SecondFactor.admin_id == admin_id).values(recovery_hashes=hashes)


def _key() -> bytes:
    return derived_keys.derive("second factor")


def _bound_to(admin_id: int) -> bytes:
    return f"second factor of admin {admin_id}".encode()
