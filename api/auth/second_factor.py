"""Check codes of the second factor, within limits on guessing."""

from fastapi import Request
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import throttling
from shop.clock import now
from shop.errors import Forbidden
from shop.staff import second_factor
from shop.staff.model import Admin
from shop.staff.second_factor import SecondFactor
from shop.throttles import limits, queries

ASK = "Please enter the code that your app shows, or a recovery code."
WRONG = "This code is not right, or was used before."


class CodeRequired(Forbidden):
    """The password is right, but the code of the second factor is missing or wrong."""

    code = "second_factor"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, fields={"code": sentence})


async def check_code(database: AsyncSession, request: Request, admin_id: int, code: str) -> None:
    """Use up a code of the app, or a recovery code.

    An attempt is counted before the code is checked, in a separate transaction. A correct code resets the count.

    :raises CodeRequired: if the code is missing, wrong, or was used before.
    :raises shop.errors.TooMany: after too many attempts, with the seconds to wait.
    """
    plain = "".join(code.split())
    if not plain:
        raise CodeRequired(ASK)
    attempts = limits.second_factor(admin_id, throttling.client_address_of(request))
    await throttling.consume(database, attempts)
    # The commit of the count released all locks. Other changes of the factor lock its owner first as well.
    await database.execute(select(Admin.id).where(Admin.id == admin_id).with_for_update(key_share=True))
    if not await _use(database, admin_id, plain):
        raise CodeRequired(WRONG)
    for attempt in attempts:
        await database.execute(queries.reset(attempt))


async def _use(database: AsyncSession, admin_id: int, code: str) -> bool:
    if not (code.isascii() and code.isdecimal()):
        return await database.scalar(second_factor.use_recovery_code(admin_id, code)) is not None
    stored = await database.get(SecondFactor, admin_id, populate_existing=True)
    secret = second_factor.decrypt(stored.sealed, admin_id) if stored else None
    step = second_factor.step_of(secret, code, at=now()) if secret else None
    return step is not None and await database.scalar(second_factor.use_step(admin_id, step)) is not None
