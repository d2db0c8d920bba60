"""A forgotten password: ask for a one-time code, name it, set a new password."""

from fastapi import Request, Response

from api import throttling
from api.bodies import read
from api.customers import resetting
from api.customers.schemas import CodeIn, NewPasswordIn, VerifyIn
from api.database import Database
from api.openapi import call
from api.policy import Granted
from api.routing import feature
from api.shapes import Success
from shop.customers.codes import PROOF_LIFETIME
from shop.settings import settings

router = feature("customers")


def _cookie() -> str:
    return "swarna_reset" if settings().is_local else "__Host-swarna_reset"


@router.post("/customer/resetPassword/?flag=generate", **call(CodeIn, refuses=(429,)))
async def request_code(request: Request, database: Database, _: Granted) -> Success[None]:
    """Mail a one-time code. The answer is the same whether or not anyone has the address.

    The code has six digits and lives 300 seconds; five wrong tries or a newer one make it void.
    """
    wanted = await read(request, CodeIn)
    await resetting.request_code(database, wanted.email, address=throttling.address_of(request))
    return Success(message=f"OTP sent to {wanted.email}.", data=None)


@router.post("/customer/resetPassword/?flag=verify", **call(VerifyIn, refuses=(429,)))
async def verify_code(request: Request, response: Response, database: Database, _: Granted) -> Success[None]:
    """Compare a code with the one that was mailed, and mark this browser by a cookie where it is right."""
    given = await read(request, VerifyIn)
    proof = await resetting.verify_code(database, given.email, given.otp, address=throttling.address_of(request))
    response.set_cookie(
        _cookie(),
        proof,
        max_age=int(PROOF_LIFETIME.total_seconds()),
        httponly=True,
        samesite="strict",
        secure=not settings().is_local,
    )
    return Success(message="OTP verified successfully", data=None)


@router.post("/customer/resetPassword/?flag=updatePassword", **call(NewPasswordIn, refuses=(429,)))
async def set_password(request: Request, response: Response, database: Database, _: Granted) -> Success[None]:
    """Set a new password in the browser that named the right code, and end all of the shopper's sessions."""
    new = await read(request, NewPasswordIn)
    proof = request.cookies.get(_cookie(), "")
    await resetting.set_password(database, new.email, new.password, proof=proof)
    response.delete_cookie(_cookie(), httponly=True, samesite="strict", secure=not settings().is_local)
    return Success(message="password reset successfully", data=None)
