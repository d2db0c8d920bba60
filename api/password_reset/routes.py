"""Password reset: request a one-time code, verify it, set a new password."""

from fastapi import Request, Response

from api.auth import throttling
from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.openapi.description import call
from api.password_reset import service
from api.password_reset.schemas import CodeIn, NewPasswordIn, VerifyIn
from shop.customers.one_time_codes import PROOF_LIFETIME
from shop.sessions import cookies
from shop.settings import settings

router = feature_router("customers")


def _cookie_name() -> str:
    return cookies.bound_to_host("swarna_reset", settings())


@router.post("/customer/resetPassword/?flag=generate", **call(CodeIn, refuses=(429,)))
async def request_code(request: Request, database: Database, _: Granted) -> Success[None]:
    """Mail a one-time code. The response is the same whether or not a customer has the address.

    The code has six digits and expires after 300 seconds. Five wrong tries or a newer code make it void.
    """
    wanted = await read_body(request, CodeIn)
    await service.request_code(database, wanted.email, address=throttling.client_address_of(request))
    return Success(message=f"OTP sent to {wanted.email}.", data=None)


@router.post("/customer/resetPassword/?flag=verify", **call(VerifyIn, refuses=(429,)))
async def verify_code(request: Request, response: Response, database: Database, _: Granted) -> Success[None]:
    """Check a one-time code. The right code sets a cookie with which this browser can set a new password."""
    given = await read_body(request, VerifyIn)
    proof = await service.verify_code(database, given.email, given.otp, address=throttling.client_address_of(request))
    response.set_cookie(
        _cookie_name(),
        proof,
        max_age=int(PROOF_LIFETIME.total_seconds()),
        httponly=True,
        samesite="strict",
        secure=not settings().is_local,
    )
    return Success(message="OTP verified successfully", data=None)


@router.post("/customer/resetPassword/?flag=updatePassword", **call(NewPasswordIn, refuses=(429,)))
async def set_password(request: Request, response: Response, database: Database, _: Granted) -> Success[None]:
    """Set a new password in the browser that sent the right code, and end all of the customer's sessions."""
    new = await read_body(request, NewPasswordIn)
    proof = cookies.sent_cookies(request.headers).get(_cookie_name(), "")
    await service.set_password(database, request, new.email, new.password, proof=proof)
    response.delete_cookie(_cookie_name(), httponly=True, samesite="strict", secure=not settings().is_local)
    return Success(message="password reset successfully", data=None)
