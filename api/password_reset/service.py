"""The three steps of a password reset. Each step takes the same time for an address that no customer has."""

import secrets

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import identity, password_hashing, throttling
from api.customers.service import record_new_password
from shop.clock import now
from shop.customer_record.events import record_changed
from shop.customers import one_time_codes, queries
from shop.customers.events import OtpRequested
from shop.customers.model import Customer
from shop.errors import Forbidden
from shop.events import outbox
from shop.notifications import queries as notifications
from shop.sessions.model import EndReason, Session, token_digest
from shop.throttles import limits

WRONG = "This code is not right. Please check it and try again."
VOID = "This code is not valid any more. Please ask for a new one."
UNVERIFIED = "Please enter the code that we sent you first."


class WrongCode(Forbidden):
    """The code is wrong or void; ``data`` has which of the two."""

    code = "wrong_code"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, fields={"otp": sentence}, data={"reason": "void" if sentence == VOID else "wrong"})


class NotVerified(Forbidden):
    """This browser did not send the right code, or has used its proof already."""

    code = "not_verified"


async def request_code(database: AsyncSession, email: str, *, address: str) -> None:
    """Create a code, void the one before it, and record that it has to be mailed.

    :raises shop.errors.TooMany: within a minute of the last request, or after ten in a day.
    """
    await throttling.consume(database, limits.code_request(email, address))
    at = now()
    customer = await database.scalar(queries.by_email(email))
    new = one_time_codes.new_code(customer.email if customer else email, at=at)
    customer_id = customer.id if customer else None
    code_id = await database.scalar(one_time_codes.store(new, customer_id=customer_id))
    await outbox.record(database, OtpRequested(code_id=code_id or 0, customer_id=customer_id), at=at)


async def verify_code(database: AsyncSession, email: str, code: str, *, address: str) -> str:
    """Check a code and use it up. Return the proof with which this browser may set the new password.

    The attempt is counted and committed before the code is compared, so that concurrent attempts are all counted.

    :raises WrongCode: for a wrong or void code.
    """
    await throttling.consume(database, limits.code_verification(email, address))
    at = now()
    tried = await database.scalar(one_time_codes.count_try(await _subject(database, email), at=at))
    await database.commit()
    if tried is None:
        raise WrongCode(VOID)
    if not tried.matches(code):
        raise WrongCode(VOID if tried.tries >= one_time_codes.MAX_TRIES else WRONG)
    proof = secrets.token_urlsafe(32)
    if await database.scalar(one_time_codes.exchange_for_proof(tried, proof_hash=token_digest(proof), at=at)) is None:
        raise WrongCode(VOID)
    return proof


async def set_password(database: AsyncSession, request: Request, email: str, password: str, *, proof: str) -> None:
    """Set a new password, use up the proof, end all of the customer's sessions and have them told by mail.

    A new address that is not confirmed yet is withdrawn, because somebody else may have entered it. The account's
    throttles start from zero and its known devices become unknown: both depend on the password's hash.

    :raises NotVerified: if this browser has no valid proof for the address.
    """
    subject = await _subject(database, email)
    has_proof = one_time_codes.find_proof(subject, token_digest(proof), at=now())
    if await database.scalar(has_proof) is None:
        raise NotVerified(UNVERIFIED)
    await database.commit()
    password_hash = await password_hashing.hash_password(password)
    customer_id = await database.scalar(one_time_codes.consume_proof(subject, token_digest(proof), at=now()))
    customer = await database.get(Customer, customer_id, with_for_update=True) if customer_id else None
    if customer is None:
        raise NotVerified(UNVERIFIED)
    customer.password_hash, customer.pending_email = password_hash, None
    await identity.end_sessions(database, Session.customer_id == customer.id, reason=EndReason.PASSWORD_CHANGED)
    await database.execute(notifications.remove_lapsed_devices(customer.id))
    await record_new_password(database, customer.id, request)
    await record_changed(database, customer.id, "account")


async def _subject(database: AsyncSession, email: str) -> bytes:
    """Return the digest by which the code of an address is stored, whichever spelling of its domain is given."""
    stored = await database.scalar(queries.by_email(email).with_only_columns(Customer.email))
    return one_time_codes.subject_of(stored or email)
