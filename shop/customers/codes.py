"""One-time codes, by which someone who forgot a password shows that the mailbox is theirs.

A row belongs to an e-mail address, known to the shop or not, so that asking for a code is the same work for both. The
code itself is stored twice and never in the clear: as a keyed hash to compare with, and sealed for the mail worker,
which wipes that once the mail is out.
"""

import hmac
import os
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import ColumnElement, ForeignKey, Select, Update, delete, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.sql.dml import ReturningDelete, ReturningInsert, ReturningUpdate

from shop import emails, keys
from shop.db.base import Base, Key

LIFETIME = timedelta(seconds=300)
MOST_TRIES = 5
PROOF_LIFETIME = timedelta(minutes=10)
"""How long a browser that named the right code may set the new password."""

_NONCE = 12


class OneTimeCode(Base):
    """The newest code of one e-mail address; an older one is void since its row is this one.

    ``proof_hash`` is the digest of the token that a browser got for the right code, for one use.
    """

    __tablename__ = "one_time_code"

    id: Mapped[Key]
    subject: Mapped[bytes] = mapped_column(unique=True)
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"), index=True)
    code_hash: Mapped[bytes | None]
    sealed: Mapped[bytes | None]
    tries: Mapped[int] = mapped_column(server_default=text("0"))
    expires_at: Mapped[datetime] = mapped_column(index=True)
    proof_hash: Mapped[bytes | None]

    def matches(self, code: str) -> bool:
        """Whether this is the code, for an address that the shop knows; takes the same time for any."""
        is_right = hmac.compare_digest(self.code_hash or b"", digest(self.subject, code))
        return is_right and self.customer_id is not None


@dataclass(frozen=True)
class Issued:
    """A fresh code as it is stored."""

    subject: bytes
    code_hash: bytes
    sealed: bytes
    expires_at: datetime


def subject_of(email: str) -> bytes:
    """Return whose codes these are: a keyed digest of the address, without regard to case."""
    return keys.sign("one-time code subject", emails.without_case(email))


def issue(email: str, *, at: datetime) -> Issued:
    """Draw six digits and return them hashed and sealed; in the clear they exist in the mail alone."""
    subject = subject_of(email)
    code = f"{secrets.randbelow(1_000_000):06d}"
    return Issued(subject, digest(subject, code), seal(subject, code), at + LIFETIME)


def digest(subject: bytes, code: str) -> bytes:
    """Return the keyed hash of a code, which is of use for this address only."""
    return keys.sign("one-time code", f"{subject.hex()} {code}")


def seal(subject: bytes, code: str) -> bytes:
    """Encrypt a code for the mail worker (AES-256-GCM, bound to the address)."""
    nonce = os.urandom(_NONCE)
    return nonce + AESGCM(keys.derive("sealed one-time code")).encrypt(nonce, code.encode(), subject)


def unseal(subject: bytes, sealed: bytes) -> str:
    """Return the code in the clear, for the mail.

    :raises cryptography.exceptions.InvalidTag: where it was sealed for another address or with another key.
    """
    nonce, encrypted = sealed[:_NONCE], sealed[_NONCE:]
    return AESGCM(keys.derive("sealed one-time code")).decrypt(nonce, encrypted, subject).decode()


def keep(issued: Issued, *, customer_id: int | None) -> ReturningInsert[int]:
    """Store a code in the place of the one before it and return the row's id."""
    fresh = {
        "customer_id": customer_id,
        "code_hash": issued.code_hash,
        "sealed": issued.sealed,
        "tries": 0,
        "expires_at": issued.expires_at,
        "proof_hash": None,
    }
    return (
        insert(OneTimeCode)
        .values(subject=issued.subject, **fresh)
        .on_conflict_do_update(index_elements=[OneTimeCode.subject], set_=fresh)
        .returning(OneTimeCode.id)
    )


def count_try(subject: bytes, *, at: datetime) -> ReturningUpdate[OneTimeCode]:
    """Count a try of the address's code and return it, or nothing where there is none that may be tried."""
    return (
        update(OneTimeCode)
        .where(
            OneTimeCode.subject == subject,
            OneTimeCode.code_hash.is_not(None),
            OneTimeCode.tries < MOST_TRIES,
            OneTimeCode.expires_at > at,
        )
        .values(tries=OneTimeCode.tries + 1)
        .returning(OneTimeCode)
        .execution_options(synchronize_session=False, populate_existing=True)
    )


def use_up(code: OneTimeCode, *, proof_hash: bytes, at: datetime) -> ReturningUpdate[int]:
    """Turn a code that was named right into a proof; returns its id once, however many name it at the same time."""
    return (
        update(OneTimeCode)
        .where(OneTimeCode.id == code.id, OneTimeCode.code_hash == code.code_hash)
        .values(code_hash=None, sealed=None, proof_hash=proof_hash, expires_at=at + PROOF_LIFETIME)
        .returning(OneTimeCode.id)
        .execution_options(synchronize_session=False)
    )


def proven(subject: bytes, proof_hash: bytes, *, at: datetime) -> Select[int]:
    """Select the row of an address whose proof this is."""
    return select(OneTimeCode.id).where(*_proof(subject, proof_hash, at))


def spend(subject: bytes, proof_hash: bytes, *, at: datetime) -> ReturningDelete[int | None]:
    """Take the proof away and return whose it was; a second time there is none."""
    return delete(OneTimeCode).where(*_proof(subject, proof_hash, at)).returning(OneTimeCode.customer_id)


def wipe(code_id: int, sealed: bytes) -> Update:
    """Take away what was sealed for the mail, unless a newer code is in its place."""
    return (
        update(OneTimeCode)
        .where(OneTimeCode.id == code_id, OneTimeCode.sealed == sealed)
        .values(sealed=None)
        .execution_options(synchronize_session=False)
    )


def _proof(subject: bytes, proof_hash: bytes, at: datetime) -> tuple[ColumnElement[bool], ...]:
    return OneTimeCode.subject == subject, OneTimeCode.proof_hash == proof_hash, OneTimeCode.expires_at > at
