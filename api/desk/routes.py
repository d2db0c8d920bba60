"""The routes of staff's notes about orders, and of assigning orders to staff."""

from typing import Annotated

from fastapi import Query, Request, Response

from api.auth.policy import Granted
from api.db.session import Database, retrying
from api.desk import service
from api.desk.schemas import AssigneesOut, AssignmentIn, DeskOut, NoteIn, NoteOut, NotesOut
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.openapi.description import call

router = feature_router("orders")


@router.get("/order/notes/", **call(refuses=(404,)))
async def list_order_notes(database: Database, _: Granted, order_id: Annotated[Id, Query(alias="orderId")]) -> NotesOut:
    """List the notes of staff about an order, the oldest first."""
    return await service.notes_of(database, order_id)


@router.post("/order/notes/", response_model=Success[NoteOut], **call(NoteIn, refuses=(404, 409)))
async def add_order_note(request: Request, database: Database, grant: Granted, idempotency: Idempotency) -> Response:
    """Add a note about an order. Only staff read it. It cannot be changed or deleted.

    Notes are refused once the order's personal data was erased.
    """
    wanted = await read_body(request, NoteIn)
    return await idempotency.run(
        database, "Note added", lambda: service.add_note(database, wanted, grant.admin), wanted
    )


@router.get("/order/assignment/", **call())
async def list_assignees(database: Database, _: Granted) -> Success[AssigneesOut]:
    """List the members of staff to whom orders may be assigned, with the number of their open orders."""
    return Success(message="Staff", data=await service.assignees(database))


@router.post("/order/assignment/", **call(AssignmentIn, refuses=(404, 409)))
async def assign_order(request: Request, database: Database, grant: Granted) -> Success[DeskOut]:
    """Assign an order to a member of staff, or to nobody.

    With a 409, ``data`` is the current assignment.
    """
    wanted = await read_body(request, AssignmentIn)
    assigned = await retrying(database, lambda: service.assign(database, wanted, grant.admin))
    return Success(message="Order assigned", data=assigned)
