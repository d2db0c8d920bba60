"""Turn errors into responses. No other module maps the shop's errors to HTTP."""

import uuid
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from api.auth.identity import clear_stale_cookies, renew_xsrf
from api.http.base_schemas import Failure
from api.http.flag_routing import explain_unrouted
from api.http.validation_messages import message_of
from shop import errors
from shop.media.storage import StorageUnavailable
from shop.observability.logs import request_id
from shop.operations.incidents import incidents

STATUS: dict[type[errors.ShopError], int] = {
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.Gone: 410,
    errors.Forbidden: 403,
    errors.Unauthenticated: 401,
    errors.Invalid: 422,
    errors.TooMany: 429,
    errors.ShopError: 503,
}

_FOREIGN_KEY_VIOLATION = "23503"
"""PostgreSQL's SQLSTATE for a missing referenced row, and for deleting a row that is still referenced."""

NO_DATABASE = "The shop cannot reach its records just now. Please try again in a moment."

log = structlog.get_logger()


def status_of(error: errors.ShopError) -> int:
    """Return the HTTP status of an error."""
    return next(code for kind, code in STATUS.items() if isinstance(error, kind))


def failure_response(status: int, message: str, fields: dict[str, str] | None = None, data: Any = None) -> JSONResponse:
    """Return a failure response."""
    body = Failure(code=status, message=message, errors=fields or {}, data=data)
    response = JSONResponse(body.model_dump(exclude={"data"} if data is None else None), status)
    if status == 503:
        response.headers["Retry-After"] = "3"
    return response


async def _on_shop_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, errors.ShopError)  # noqa: S101 - registered for this class only
    response = failure_response(status_of(error), error.message, error.fields, error.data)
    if isinstance(error, errors.TooMany):
        response.headers["Retry-After"] = str(error.retry_after)
    if isinstance(error, errors.Unauthenticated):
        clear_stale_cookies(request, response)
    if "xsrf" in error.fields:
        renew_xsrf(request, response)
    return response


async def _on_invalid(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError | ValidationError)  # noqa: S101
    fields = _messages_by_field(error)
    names = ", ".join(name for name in fields if name)
    message = f"Please check: {names}." if names else "The request could not be read."
    sentences = [text for text in fields.values() if text.endswith(".") or text.lower().startswith("please")]
    if len(fields) == 1 and sentences:
        message = sentences[0]
    return failure_response(422, message, fields)


def _messages_by_field(error: RequestValidationError | ValidationError) -> dict[str, str]:
    """Return the first message for each field, keyed by its path such as ``items.0.quantity``."""
    fields: dict[str, str] = {}
    for problem in error.errors():
        path = [str(part) for part in problem["loc"]]
        if isinstance(error, RequestValidationError):
            source, *path = path
            if source == "query":
                path = path[:1]  # a repeated query parameter is one field
        fields.setdefault(".".join(path), message_of(problem))
    return fields


async def _on_http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101
    if error.status_code not in {404, 405}:
        return failure_response(error.status_code, str(error.detail))
    served = (error.headers or {}).get("Allow", "").split(", ") if error.status_code == 405 else ()
    reason = explain_unrouted(request.method, request.scope["path"], served=served)
    response = failure_response(reason.status, reason.message, reason.fields)
    if reason.methods:
        response.headers["Allow"] = ", ".join(reason.methods)
    return response


async def _on_database_error(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, DataError | IntegrityError):
        _log_refusal(request, error)
    if isinstance(error, DataError):
        return failure_response(422, "A value does not fit. Please check what you sent.")
    if isinstance(error, IntegrityError):
        if request.method == "POST" and getattr(error.orig, "sqlstate", None) == _FOREIGN_KEY_VIOLATION:
            return failure_response(404, "What this belongs to is not there.")
        return failure_response(409, "This does not agree with what the shop holds. Please look at it again.")
    record_database_error(error, request.url.path)
    return failure_response(503, NO_DATABASE)


def record_database_error(error: Exception, path: str) -> None:
    """Record and log that PostgreSQL did not do its work for a request."""
    incidents.record_database_error(error)
    log.warning("database error", path=path, reason=type(error).__name__, detail=str(error)[:300])


def _log_refusal(request: Request, error: DBAPIError) -> None:
    """Log what PostgreSQL refused, without values. The services expect most refusals and raise errors of their own."""
    diagnosis = getattr(error.orig, "diag", None)
    log.warning(
        "unexpected database refusal",
        path=request.url.path,
        sqlstate=getattr(error.orig, "sqlstate", None),
        constraint=getattr(diagnosis, "constraint_name", None),
        detail=getattr(diagnosis, "message_primary", None) if isinstance(error, IntegrityError) else None,
        statement=error.statement and error.statement[:300],
    )


async def _on_storage_error(request: Request, error: Exception) -> JSONResponse:
    incidents.record("storage", str(error))
    log.warning("media storage error", path=request.url.path, detail=str(error)[:300])
    return failure_response(503, "The shop cannot reach its pictures just now. Please try again in a moment.")


async def _on_encode_error(_request: Request, _error: Exception) -> JSONResponse:
    return failure_response(422, "The text holds characters that cannot be stored.")


async def _on_unexpected(request: Request, error: Exception) -> JSONResponse:
    id_ = request_id.get() or uuid.uuid4().hex[:12]
    log.error("unexpected error", number=id_, path=request.url.path, exc_info=error)
    return failure_response(500, f"Something went wrong on our side. If it stays, tell us this number: {id_}.")


async def _on_disconnect(_request: Request, _error: Exception) -> JSONResponse:
    """End a request whose client disconnected while sending its body. Nobody reads the response."""
    return failure_response(400, "The request ended before its end.")


def install(app: FastAPI) -> None:
    """Register the handlers that turn errors into failure responses."""
    app.add_exception_handler(errors.ShopError, _on_shop_error)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(ValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(DBAPIError, _on_database_error)
    app.add_exception_handler(PoolTimeout, _on_database_error)
    app.add_exception_handler(StorageUnavailable, _on_storage_error)
    app.add_exception_handler(UnicodeEncodeError, _on_encode_error)
    app.add_exception_handler(ClientDisconnect, _on_disconnect)
    app.add_exception_handler(Exception, _on_unexpected)
