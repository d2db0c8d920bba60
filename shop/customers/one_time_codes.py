"""One-time codes, which prove for a password reset that a mailbox belongs to the account.

A row belongs to an email address, even if no customer has it, so that a request takes the same time in both cases. The
code is stored twice and never in plain text: as a keyed hash for comparison, and encrypted for the mail worker. The
worker erases the encrypted copy once the mail is sent.
"""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, ForeignKey, Select, Update, delete, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.sql.dml import ReturningDelete, ReturningInsert, ReturningUpdate

from shop.db.base import Base, Key
from shop.security import derived_keys, encryption
from shop.text import email_addresses

LIFETIME = timedelta(seconds=300)
MAX_TRIES = 5
PROOF_LIFETIME = timedelta(minutes=10)
"""The time in which a browser that sent the right code may set the new password."""


class OneTimeCode(Base):
    """The newest code of an email address. A new code replaces the old one in the same row.

    ``proof_hash`` is the hash of the proof that a browser got for the right code. It can be used once.
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
        """Whether this is the right code and a customer has the address.

        The comparison takes the same time for every address.
        """
        is_right = hmac.compare_digest(self.code_hash or b"", code_digest(self.subject, code))
        return is_right and self.customer_id is not None


@dataclass(frozen=True)
class NewCode:
    """The stored form of a new code."""

    subject: bytes
    code_hash: bytes
    sealed: bytes
    expires_at: datetime


def subject_of(email: str) -> bytes:
    """Return the keyed digest of an email address, without regard to case, by which its code is stored."""
    return derived_keys.sign("one-time code subject", email_addresses.without_case(email))


def new_code(email: str, *, at: datetime) -> NewCode:
    """Draw six digits and return them hashed and encrypted. Only the mail contains them in plain text."""
    subject = subject_of(email)
    code = f"{secrets.randbelow(1_000_000):06d}"
    return NewCode(subject, code_digest(subject, code), encrypt(subject, code), at + LIFETIME)


def code_digest(subject: bytes, code: str) -> bytes:
    """Return the keyed hash of a code. It is bound to the email address."""
    return derived_keys.sign("one-time code", f"{subject.hex()} {code}")


def encrypt(subject: bytes, code: str) -> bytes:
    """Encrypt a code for the mail worker, bound to the email address."""
    return encryption.encrypt(_key(), code, subject)


def decrypt(subject: bytes, encrypted: bytes) -> str:
    """Return the code in plain text, for the mail.

    :raises ValueError: if it was encrypted for another address or with another key.
    """
    code = encryption.decrypt([_key()], encrypted, subject)
    if code is None:
        raise ValueError("the code was encrypted for another address or with another key")
    return code


def store(code: NewCode, *, customer_id: int | None) -> ReturningInsert[int]:
    """Store a code, which replaces the address's old one, and return the row's id."""
    values = {
        "customer_id": customer_id,
        "code_hash": code.code_hash,
        "sealed": code.sealed,
        "tries": 0,
        "expires_at": code.expires_at,
        "proof_hash": None,
    }
    return (
        insert(OneTimeCode)
        .values(subject=code.subject, **values)
        .on_conflict_do_update(index_elements=[OneTimeCode.subject], set_=values)
        .returning(OneTimeCode.id)
    )


def count_try(subject: bytes, *, at: datetime) -> ReturningUpdate[OneTimeCode]:
    """Count a try of the address's code and return its row. There is no row if the code is void or expired."""
    return (
        update(OneTimeCode)
        .where(
            OneTimeCode.subject == subject,
            OneTimeCode.code_hash.is_not(None),
            OneTimeCode.tries < MAX_TRIES,
            OneTimeCode.expires_at > at,
        )
        .values(tries=OneTimeCode.tries + 1)
        .returning(OneTimeCode)
        .execution_options(synchronize_session=False, populate_existing=True)
    )


def exchange_for_proof(code: OneTimeCode, *, proof_hash: bytes, at: datetime) -> ReturningUpdate[int]:
    """Replace a code by a proof and return its id. Of concurrent requests with the right code, only one gets the id."""
    return (
        update(OneTimeCode)
        .where(OneTimeCode.id == code.id, OneTimeCode.code_hash == code.code_hash)
        .values(code_hash=None, sealed=None, proof_hash=proof_hash, expires_at=at + PROOF_LIFETIME)
        .returning(OneTimeCode.id)
        .execution_options(synchronize_session=False)
    )


def find_proof(subject: bytes, proof_hash: bytes, *, at: datetime) -> Select[int]:
    """Select the id of the address's row, if this is its proof."""
    return select(OneTimeCode.id).where(*_proof(subject, proof_hash, at))


def consume_proof(subject: bytes, proof_hash: bytes, *, at: datetime) -> ReturningDelete[int | None]:
    """Delete the proof and return its customer's id. A second call finds no row."""
    return delete(OneTimeCode).where(*_proof(subject, proof_hash, at)).returning(OneTimeCode.customer_id)


def erase_sealed(code_id: int, sealed: bytes) -> Update:
    """Erase the encrypted code, unless a newer one has replaced it."""
    return (
        update(OneTimeCode)
        .where(OneTimeCode.id == code_id, OneTimeCode.sealed == sealed)
        .values(sealed=None)
        .execution_options(synchronize_session=False)
    )


def _key() -> bytes:
    return derived_keys.derive("sealed one-time code")


def _proof(subject: bytes, proof_hash: bytes, at: datetime) -> tuple[ColumnElement[bool], ...]:
    return OneTimeCode.subject == subject, OneTimeCode.proof_hash == proof_hash, OneTimeCode.expires_at > at
