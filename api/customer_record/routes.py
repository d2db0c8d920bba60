"""The routes of a customer's page. Cart, wishlist, addresses and returns have separate routes."""

from fastapi import Request, Response

from api.auth.policy import Granted
from api.customer_record import service
from api.customer_record.schemas import (
    CustomerEventOut,
    CustomerId,
    CustomerMailOut,
    CustomerMoneyOut,
    CustomerNoteIn,
    CustomerNoteOut,
    CustomerOrderOut,
    CustomerRecordOut,
    RequestedPart,
)
from api.db.session import Database
from api.http.base_schemas import PageOf, Success
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.openapi.description import call

router = feature_router("customers")


@router.get("/customer/?id={id}", **call(refuses=(404,)))
async def show_customer(database: Database, _: Granted, id: Id) -> Success[CustomerRecordOut]:
    """Show a customer with their notification choices, when they were last seen, and figures of their orders."""
    return Success(message="Customer", data=await service.show(database, id))


@router.get("/customer/orders/", **call())
async def list_customer_orders(database: Database, _: Granted, part: RequestedPart) -> PageOf[CustomerOrderOut]:
    """List a customer's orders, the newest first, each with its payment and the names of its pieces."""
    found, more = await service.orders(database, part)
    return PageOf(message="Orders", data=found, next_cursor=more)


@router.get("/customer/money/", **call())
async def list_customer_money(database: Database, _: Granted, part: RequestedPart) -> PageOf[CustomerMoneyOut]:
    """List the entries of the payments of all orders of a customer, the newest first."""
    found, more = await service.money(database, part)
    return PageOf(message="Money", data=found, next_cursor=more)


@router.get("/customer/mails/", **call())
async def list_customer_mails(database: Database, _: Granted, part: RequestedPart) -> PageOf[CustomerMailOut]:
    """List the mails to a customer and what became of them: those that are not sent yet first, then the newest."""
    found, more = await service.mails(database, part)
    return PageOf(message="Mails", data=found, next_cursor=more)


@router.get("/customer/events/", **call())
async def list_customer_events(database: Database, _: Granted, part: RequestedPart) -> PageOf[CustomerEventOut]:
    """List the events of a customer of the last seven days, the newest first."""
    found, more = await service.events(database, part)
    return PageOf(message="Events", data=found, next_cursor=more)


@router.get("/customer/notes/", **call())
async def list_customer_notes(
    database: Database, _: Granted, customer_id: CustomerId
) -> Success[list[CustomerNoteOut]]:
    """List the notes of staff about a customer, the newest first."""
    return Success(message="Notes", data=await service.notes(database, customer_id))


@router.post("/customer/notes/", response_model=Success[CustomerNoteOut], **call(CustomerNoteIn, refuses=(404, 409)))
async def add_customer_note(request: Request, database: Database, grant: Granted, idempotency: Idempotency) -> Response:
    """Add a note about a customer. Only staff read it. It cannot be changed or deleted.

    Notes about a deleted account are refused.
    """
    wanted = await read_body(request, CustomerNoteIn)
    return await idempotency.run(
        database, "Note added", lambda: service.add_note(database, wanted, grant.admin), wanted
    )
