"""Routes of API keys, for the admin portal. No key may call them."""

from fastapi import Request

from api.api_keys import service
from api.api_keys.schemas import ApiKeyIn, ApiKeyOut, NewApiKeyOut
from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.idempotency import UnrepeatableIdempotency
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.openapi.description import call

router = feature_router("integrations")
REPEATED = "This key was made already, and is not shown again. Please revoke it and make another."


@router.get("/admin/keys/", **call())
async def list_api_keys(database: Database, _: Granted) -> Success[list[ApiKeyOut]]:
    """List all API keys, including expired and revoked ones."""
    return Success(message="API keys", data=await service.list_keys(database))


@router.post("/admin/keys/", **call(ApiKeyIn, refuses=(409,)))
async def add_api_key(
    request: Request, database: Database, grant: Granted, idempotency: UnrepeatableIdempotency
) -> Success[NewApiKeyOut]:
    """Make an API key. The response has the key itself, which is not stored and cannot be read again."""
    wanted = await read_body(request, ApiKeyIn)
    await idempotency.claim(database, wanted, repeated=REPEATED)
    return Success(message="Key made", data=await service.add(database, wanted, grant.admin))


@router.delete("/admin/keys/?id={id}", **call(refuses=(404, 409)))
async def revoke_api_key(database: Database, grant: Granted, id: Id) -> Success[ApiKeyOut]:
    """Revoke an API key at once. Connections that were opened with it are closed within a second."""
    return Success(message="Key revoked", data=await service.revoke(database, id, grant.admin))
