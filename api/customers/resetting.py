"""The three steps of a password reset. Each does the same work for an address that nobody has."""

import secrets

from sqlalchemy.ext.asyncio import AsyncSession

from api import hashing, identity, throttling
from shop.clock import now
from shop.customers import codes, queries
from shop.customers.events import OtpRequested
from shop.customers.model import Customer
from shop.errors import Forbidden
from shop.events import outbox
from shop.sessions.endings import Ending
from shop.sessions.model import Session
from shop.sessions.model import digest as token_digest
from shop.throttles import limits

WRONG = "This code is not right. Please check it and try again."
VOID = "This code is not valid any more. Please ask for a new one."


class WrongCode(Forbidden):
    """The code is another one, or void; ``data`` says which."""

    code = "wrong_code"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, fields={"otp": sentence}, data={"reason": "void" if sentence == VOID else "wrong"})


class NotVerified(Forbidden):
    """This browser named no right code, or used it up."""

    code = "not_verified"


async def request_code(database: AsyncSession, email: str, *, address: str) -> None:
    """Make a code, void the one before it and record that it be mailed.

    :raises shop.errors.TooMany: within a minute of the last one, or after ten in a day.
    """
    await throttling.admit(database, limits.code(email, address))
    at = now()
    customer = await database.scalar(queries.by_email(email))
    issued = codes.issue(email, at=at)
    code_id = await database.scalar(codes.keep(issued, customer_id=customer.id if customer else None))
    await outbox.record(database, OtpRequested(code_id=code_id or 0), at=at)


async def verify_code(database: AsyncSession, email: str, code: str, *, address: str) -> str:
    """Return the token by which this browser may set the new password; the code is used up.

    The try is counted and committed before the code is compared, so that trying many at once gains nothing.

    :raises WrongCode: for a wrong code, or one that is void.
    """
    await throttling.admit(database, limits.verify(email, address))
    at = now()
    tried = await database.scalar(codes.count_try(codes.subject_of(email), at=at))
    await database.commit()
    if tried is None:
        raise WrongCode(VOID)
    if not tried.matches(code):
        raise WrongCode(VOID if tried.tries >= codes.MOST_TRIES else WRONG)
    proof = secrets.token_urlsafe(32)
    if await database.scalar(codes.use_up(tried, proof_hash=token_digest(proof), at=at)) is None:
        raise WrongCode(VOID)
    return proof


async def set_password(database: AsyncSession, email: str, password: str, *, proof: str) -> None:
    """Set a new password and end all of the customer's sessions; the proof is used up.

    What was counted at the account is over, and no device is known any more: both go by the password's hash.

    :raises NotVerified: where this browser named no right code of this address within the last minutes.
    """
    holds = codes.proven(codes.subject_of(email), token_digest(proof), at=now())
    if await database.scalar(holds) is None:
        raise NotVerified("Please enter the code that we sent you first.")
    await database.commit()
    password_hash = await hashing.hash_password(password)
    customer_id = await database.scalar(codes.spend(codes.subject_of(email), token_digest(proof), at=now()))
    customer = await database.get(Customer, customer_id, with_for_update=True) if customer_id else None
    if customer is None:
        raise NotVerified("Please enter the code that we sent you first.")
    customer.password_hash = password_hash
    await identity.end_sessions(database, Session.customer_id == customer.id, reason=Ending.PASSWORD_CHANGED)
