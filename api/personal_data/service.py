"""A shopper's own data: the file with everything, and the deletion of the account."""

from fastapi import Request
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import step_up, throttling
from api.auth.identity import Person
from api.customers.reauthentication import CurrentPasswordRequired
from api.media.storage_threads import in_storage_thread
from api.personal_data.schemas import DataExportOut, PersonalDataOut
from shop.audit.context import record_action
from shop.clock import now
from shop.customers.model import Customer
from shop.errors import NotFound, Unauthenticated
from shop.events import outbox
from shop.personal_data import erasure, files
from shop.personal_data.events import DataExportRequested
from shop.personal_data.model import INVALID_LINK, DataExport
from shop.security import signed_links
from shop.security.signed_links import InvalidLink
from shop.sessions.model import Role
from shop.throttles import limits


async def show(database: AsyncSession, customer_id: int) -> PersonalDataOut:
    """Return the last file, unless it has expired, and the open orders."""
    export = await _last_export(database, customer_id)
    opened = await database.run_sync(erasure.open_orders, customer_id, at=now())
    return PersonalDataOut(export=DataExportOut.of(export) if export else None, open_orders=list(opened))


async def prepare(database: AsyncSession, request: Request, person: Person, password: str) -> None:
    """Have a worker make a file with everything about the shopper.

    If one is already being made, no second one is requested.

    :raises CurrentPasswordRequired: if the sign-in is not recent, and the password is missing or wrong.
    :raises shop.errors.TooMany: after three files in a day, or too many wrong passwords.
    """
    if password:
        await _check_password(database, request, person, password)
    elif not step_up.is_fresh(person):
        raise CurrentPasswordRequired("Please enter your current password.")
    await _ask_for_file(database, person.id)


async def prepare_for_customer(database: AsyncSession, customer_id: int) -> None:
    """Have a worker make the file of a customer, who asked an owner for it. The link goes to the customer's mailbox.

    :raises NotFound: if there is no such customer.
    :raises shop.errors.TooMany: after three files in a day.
    """
    await _ask_for_file(database, customer_id)
    label = "a file with their data was asked for"
    await database.run_sync(record_action, "changed", "customer", entity_id=customer_id, label=label)


async def delete_for_customer(database: AsyncSession, customer_id: int) -> None:
    """Delete the account of a customer who asked an owner for that.

    :raises NotFound: if there is no such customer.
    """
    await database.run_sync(erasure.delete_account, await _locked(database, customer_id), at=now())


async def _ask_for_file(database: AsyncSession, customer_id: int) -> None:
    if await _is_being_made(database, customer_id):
        return
    await throttling.consume(database, limits.by_customer(limits.DATA_EXPORTS, customer_id))
    await _locked(database, customer_id)
    if await _is_being_made(database, customer_id):
        return
    at = now()
    asked = DataExport.ask(customer_id, at=at)
    database.add(asked)
    await database.flush()
    await outbox.record(database, DataExportRequested(export_id=asked.id, customer_id=customer_id), at=at)


async def _is_being_made(database: AsyncSession, customer_id: int) -> bool:
    export = await _last_export(database, customer_id)
    return export is not None and export.made_at is None


async def _locked(database: AsyncSession, customer_id: int) -> Customer:
    customer = await database.get(Customer, customer_id, with_for_update=True, populate_existing=True)
    if customer is None or customer.is_deleted:
        raise NotFound("Customer not found")
    return customer


async def find_by_link(database: AsyncSession, token: str) -> tuple[DataExport, Customer]:
    """Return the file of a link, and its owner.

    A link that was mailed to an earlier address is invalid, because that mailbox may be a stranger's by now.

    :raises InvalidLink: if the link is forged, its file has ended, or its owner has another address by now.
    """
    link = signed_links.read(token, at=now())
    export = await database.get(DataExport, link.subject_id) if link else None
    owner = await database.get_one(Customer, export.customer_id) if export else None
    if link is None or export is None or owner is None or not export.is_link(link, owner.email):
        raise InvalidLink(INVALID_LINK)
    return export, owner


async def read_file(database: AsyncSession, token: str, reader: Person | None) -> bytes:
    """Return the file of a link. An address that is not confirmed may be a stranger's, so its owner has to sign in.

    :raises InvalidLink: if the link is forged, its file has ended, or its owner has another address by now.
    :raises Unauthenticated: if the owner's address is not confirmed, and the request comes from someone else.
    :raises shop.media.storage.StorageUnavailable: if the storage does not respond.
    """
    export, owner = await find_by_link(database, token)
    if not owner.email_confirmed and (reader is None or reader.id != owner.id):
        raise Unauthenticated("Please sign in to download this file.")
    await database.commit()  # reading the storage must not hold a connection
    try:
        return await in_storage_thread(files.read, export.name)
    except FileNotFoundError:
        raise InvalidLink(INVALID_LINK) from None


async def delete_account(database: AsyncSession, request: Request, person: Person, password: str) -> None:
    """Delete the shopper's account, end its sessions, and close their open pages.

    :raises CurrentPasswordRequired: if the password is wrong.
    :raises shop.errors.TooMany: after too many wrong passwords.
    """
    await _check_password(database, request, person, password)
    await database.run_sync(erasure.delete_account, await _locked(database, person.id), at=now())


async def _check_password(database: AsyncSession, request: Request, person: Person, password: str) -> None:
    refusal = CurrentPasswordRequired("The current password is not right.")
    await step_up.check_password(database, request, Role.CUSTOMER, person.id, person.email, password, refusal)


async def _last_export(database: AsyncSession, customer_id: int) -> DataExport | None:
    query = select(DataExport).where(DataExport.customer_id == customer_id).order_by(DataExport.id.desc()).limit(1)
    found: DataExport | None = await database.scalar(query)
    return found
