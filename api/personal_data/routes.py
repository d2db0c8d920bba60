"""A shopper's own data: a file with everything that the shop holds, and the deletion of the account.

Owners do the same for a customer who asks them.
"""

from typing import Annotated

from fastapi import Query, Request, Response

from api.auth import identity
from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.openapi.description import call
from api.personal_data import service
from api.personal_data.schemas import CustomerDataIn, DataExportIn, DataLinkOut, DeleteAccountIn, PersonalDataOut
from shop.sessions.model import Role

router = feature_router("customers")

FILE_NAME = "swarna-my-data.json"
_JSON = "application/json"
_FILE = call(refuses=(401, 404, 503))
_FILE["responses"][200] = {"content": {_JSON: {"schema": {"type": "string", "format": "binary"}}}}
Token = Annotated[str, Query(min_length=1, max_length=200)]


@router.get("/customer/data/", **call())
async def show_personal_data(database: Database, grant: Granted) -> Success[PersonalDataOut]:
    """Return the last requested file with one's data, and the numbers of one's open orders."""
    return Success(message="Your data", data=await service.show(database, grant.customer.id))


@router.post("/customer/data/", **call(DataExportIn, refuses=(429,)))
async def prepare_personal_data(request: Request, database: Database, grant: Granted) -> Success[PersonalDataOut]:
    """Request a file with everything that the shop holds about the shopper. A link to it is mailed.

    A shopper may request three files a day. A shopper who signed in more than 15 minutes ago has to send
    ``currentPassword``.
    """
    given = await read_body(request, DataExportIn)
    await service.prepare(database, request, grant.customer, given.current_password)
    data = await service.show(database, grant.customer.id)
    return Success(message="Your file is being made. We mail you a link to it.", data=data)


@router.post("/customer/data/?flag=forCustomer", **call(CustomerDataIn, refuses=(404, 429)))
async def prepare_customer_data(request: Request, database: Database, _: Granted) -> Success[None]:
    """Make the file for a customer who asked for it in another way, such as by phone. The link is mailed to them."""
    wanted = await read_body(request, CustomerDataIn)
    await service.prepare_for_customer(database, wanted.customer_id)
    return Success(message="The file is being made. The customer is mailed a link to it.", data=None)


@router.get("/customer/data/link/", **call(refuses=(404,)))
async def open_personal_data_link(database: Database, _: Granted, token: Token) -> Success[DataLinkOut]:
    """Describe the file that the link in the mail leads to."""
    export, owner = await service.find_by_link(database, token)
    data = DataLinkOut.of(export, needs_sign_in=not owner.email_confirmed)
    return Success(message="Your data", data=data)


@router.get("/customer/data/file/", response_class=Response, **_FILE)
async def download_personal_data(database: Database, grant: Granted, token: Token) -> Response:
    """Return the file of the link in the mail, as a file to keep."""
    content = await service.read_file(database, token, grant.caller.customer)
    headers = {"Content-Disposition": f'attachment; filename="{FILE_NAME}"'}
    return Response(content, media_type=_JSON, headers=headers)


@router.post("/customer/delete/", **call(DeleteAccountIn, refuses=(429,)))
async def delete_account(request: Request, response: Response, database: Database, grant: Granted) -> Success[None]:
    """Delete one's own account. This signs the shopper out everywhere, and cannot be undone.

    Orders are kept without name, mail, phone and address. An open order keeps these until it is closed.
    """
    given = await read_body(request, DeleteAccountIn)
    await service.delete_account(database, request, grant.customer, given.current_password)
    await identity.sign_out(request, response, database, Role.CUSTOMER)
    return Success(message="Your account is deleted", data=None)


@router.post("/customer/delete/?flag=forCustomer", **call(CustomerDataIn, refuses=(404,)))
async def delete_customer_account(request: Request, database: Database, _: Granted) -> Success[None]:
    """Delete the account of a customer who asked for it, in the same way as the customer could."""
    wanted = await read_body(request, CustomerDataIn)
    await service.delete_for_customer(database, wanted.customer_id)
    return Success(message="The account is deleted", data=None)
