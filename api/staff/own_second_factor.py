"""Set up and turn off the second factor of the calling member of staff, and renew recovery codes.

The caller commits.
"""

from datetime import datetime

from fastapi import Request
from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import second_factor as codes
from api.auth.identity import Person
from api.staff.schemas import NewSecretOut, RecoveryCodesOut, SecondFactorOut
from shop.audit.context import record_action
from shop.clock import iso, now
from shop.events import outbox
from shop.payments import upi
from shop.sessions.queries import notify_roles_changed
from shop.staff import second_factor
from shop.staff.events import StaffChanged
from shop.staff.model import Admin
from shop.staff.second_factor import SecondFactor, SecondFactorState, StaffPolicy


async def show(database: AsyncSession, admin: Person) -> SecondFactorOut:
    """Return whether the second factor is on, and how many recovery codes are left."""
    stored = await database.get(SecondFactor, admin.id)
    is_on = admin.has_second_factor
    return SecondFactorOut(
        is_on=is_on,
        is_required=await is_required(database),
        recovery_codes_left=len(stored.recovery_hashes) if stored and is_on else 0,
    )


async def begin(database: AsyncSession, admin: Person) -> NewSecretOut:
    """Store a new secret, which becomes active when one of its codes is confirmed.

    :raises SecondFactorState: if the second factor is on already.
    """
    if await _lock_state(database, admin.id):
        raise SecondFactorState("Your second factor is on. Turn it off before you set it up again.")
    secret = second_factor.new_secret()
    row = insert(SecondFactor).values(admin_id=admin.id, sealed=second_factor.encrypt(secret, admin.id))
    await database.execute(
        row.on_conflict_do_update(index_elements=[SecondFactor.admin_id], set_={"sealed": row.excluded.sealed})
    )
    await _audit(database, "began to set up", admin)
    link = second_factor.link(secret, admin.email)
    return NewSecretOut(secret=secret, link=link, code=upi.code(link).decode())


async def confirm(database: AsyncSession, request: Request, admin: Person, code: str) -> RecoveryCodesOut:
    """Turn the second factor on by a code of the app, and return the recovery codes.

    :raises SecondFactorState: if it is on already, or was not begun.
    :raises api.auth.second_factor.CodeRequired: if the code is wrong.
    """
    if await _lock_state(database, admin.id):
        raise SecondFactorState("Your second factor is on already.")
    if await database.get(SecondFactor, admin.id) is None:
        raise SecondFactorState("Please begin again: there is no key yet.")
    await codes.check_code(database, request, admin.id, code)
    if await _lock_state(database, admin.id):
        raise SecondFactorState("Your second factor is on already.")
    await database.execute(update(Admin).where(Admin.id == admin.id).values(second_factor_since=now()))
    await database.execute(notify_roles_changed(Admin.id == admin.id))
    await outbox.record(database, StaffChanged(admin_id=admin.id), at=now())
    return await _draw_codes(database, admin)


async def renew_codes(database: AsyncSession, admin: Person) -> RecoveryCodesOut:
    """Replace the recovery codes. They are shown only in this response.

    :raises SecondFactorState: if the second factor is off.
    """
    await _check_on(database, admin.id)
    await _audit(database, "new recovery codes of", admin)
    return await _draw_codes(database, admin)


async def turn_off(database: AsyncSession, admin: Person) -> None:
    """Turn one's own second factor off.

    :raises SecondFactorState: if it is off, or everyone needs one.
    """
    await _check_on(database, admin.id)
    if await is_required(database):
        raise SecondFactorState("Everyone needs a second factor. An owner may change that, under Staff.")
    await remove(database, admin.id)


async def remove(database: AsyncSession, admin_id: int) -> None:
    """Remove someone's second factor, for example after they lost their phone."""
    await database.execute(update(Admin).where(Admin.id == admin_id).values(second_factor_since=None))
    await database.execute(delete(SecondFactor).where(SecondFactor.admin_id == admin_id))
    await database.execute(notify_roles_changed(Admin.id == admin_id))
    await outbox.record(database, StaffChanged(admin_id=admin_id), at=now())


async def is_required(database: AsyncSession) -> bool:
    """Whether everyone needs a second factor by now."""
    required_from = await when_required(database)
    return required_from is not None and required_from <= now()


async def when_required(database: AsyncSession) -> datetime | None:
    """Return the time from which everyone needs a second factor, past or future; None if they need none."""
    found: datetime | None = await database.scalar(select(StaffPolicy.second_factor_required_since))
    return found


async def require(database: AsyncSession, *, required_from: datetime | None) -> None:
    """Require a second factor of all members of staff from a time on. With None it is optional.

    Open pages of staff without a second factor reconnect, because while they need one, they receive no events for
    staff.
    """
    before = await when_required(database)
    row = insert(StaffPolicy).values(id=1, second_factor_required_since=required_from)
    await database.execute(
        row.on_conflict_do_update(
            index_elements=[StaffPolicy.id],
            set_={"second_factor_required_since": row.excluded.second_factor_required_since},
        )
    )
    await database.execute(notify_roles_changed(Admin.second_factor_since.is_(None)))
    await database.run_sync(
        record_action,
        "changed",
        "staff",
        label="second factor for all",
        changes={"required from": {"from": iso(before), "to": iso(required_from)}},
    )
    await outbox.record(database, StaffChanged(), at=now())


async def _lock_state(database: AsyncSession, admin_id: int) -> bool:
    """Lock a member of staff, and return whether their second factor is on. Another tab may just have turned it on."""
    found = await database.get_one(Admin, admin_id, with_for_update={"key_share": True}, populate_existing=True)
    return found.second_factor_since is not None


async def _check_on(database: AsyncSession, admin_id: int) -> None:
    """Lock a member of staff whose second factor is on. An owner may just have removed it.

    :raises SecondFactorState: if it is off.
    """
    if not await _lock_state(database, admin_id):
        raise SecondFactorState("Your second factor is off.")


async def _draw_codes(database: AsyncSession, admin: Person) -> RecoveryCodesOut:
    drawn = second_factor.new_recovery_codes()
    await database.execute(second_factor.set_recovery_codes(admin.id, drawn))
    return RecoveryCodesOut(recovery_codes=drawn)


async def _audit(database: AsyncSession, what: str, admin: Person) -> None:
    label = f"{admin.name}: {what} the second factor"
    await database.run_sync(record_action, "changed", "staff", entity_id=admin.id, label=label)
