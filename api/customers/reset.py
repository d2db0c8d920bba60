"""A forgotten password: ask for a one-time code, name it, set a new password."""

from typing import Annotated, Literal

from fastapi import Query, Request, Response

from api import throttling
from api.bodies import read
from api.customers import resetting
from api.customers.schemas import CodeIn, NewPasswordIn, VerifyIn
from api.database import Database
from api.openapi import takes
from api.policy import Granted
from api.routing import feature
from api.shapes import Success
from shop.customers.codes import PROOF_LIFETIME
from shop.settings import settings

router = feature("customers")

EXAMPLE = {"email": "asha@mail.example", "otp": "048213", "flag": "verify"}


def _cookie() -> str:
    return "swarna_reset" if settings().is_local else "__Host-swarna_reset"


@router.post("/customer/resetPassword/", openapi_extra=takes(CodeIn, VerifyIn, NewPasswordIn, example=EXAMPLE))
async def reset_password(
    request: Request,
    response: Response,
    database: Database,
    grant: Granted,
    _flag: Annotated[Literal["generate", "verify", "updatePassword"], Query(alias="flag")],
) -> Success[None]:
    """Reset a password in three steps: ``generate`` mails a code, ``verify`` marks this browser, ``updatePassword``.

    Asking for a code answers the same whether or not anyone has the address. A code has six digits and lives 300
    seconds; five wrong tries or a newer one make it void.
    """
    address = throttling.address_of(request)
    match grant.operation:
        case "request_code":
            wanted = await read(request, CodeIn)
            await resetting.request_code(database, wanted.email, address=address)
            return Success(message=f"OTP sent to {wanted.email}.", data=None)
        case "verify_code":
            given = await read(request, VerifyIn)
            proof = await resetting.verify_code(database, given.email, given.otp, address=address)
            response.set_cookie(
                _cookie(),
                proof,
                max_age=int(PROOF_LIFETIME.total_seconds()),
                httponly=True,
                samesite="strict",
                secure=not settings().is_local,
            )
            return Success(message="OTP verified successfully", data=None)
        case _:
            new = await read(request, NewPasswordIn)
            proof = request.cookies.get(_cookie(), "")
            await resetting.set_password(database, new.email, new.password, proof=proof, address=address)
            response.delete_cookie(_cookie(), httponly=True, samesite="strict", secure=not settings().is_local)
            return Success(message="password reset successfully", data=None)
