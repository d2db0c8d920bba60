"""Where an error becomes an answer: the only place that knows both the shop's errors and HTTP."""

import uuid
from collections.abc import Sequence
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

from api.calls import unrouted
from api.complaints import complaint
from api.identity import clear_dead_cookies, renew_xsrf
from api.shapes import Failure
from shop import errors
from shop.logs import request_id
from shop.media import StorageAway
from shop.operations.work import troubles

STATUS: dict[type[errors.ShopError], int] = {
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.Forbidden: 403,
    errors.Unauthenticated: 401,
    errors.Invalid: 422,
    errors.TooMany: 429,
    errors.ShopError: 503,
}

_BELONGS_TO_NOTHING = "23503"
"""PostgreSQL's state for a reference to a row that is not there; on deletion, for one that is still referred to."""

log = structlog.get_logger()


def status_of(error: errors.ShopError) -> int:
    """Return the HTTP status of a refusal."""
    return next(code for kind, code in STATUS.items() if isinstance(error, kind))


def failure(status: int, message: str, fields: dict[str, str] | None = None, data: Any = None) -> JSONResponse:
    """Return a failure in the one shape that all of them have."""
    body = Failure(code=status, message=message, errors=fields or {}, data=data)
    response = JSONResponse(body.model_dump(exclude={"data"} if data is None else None), status)
    if status == 503:
        response.headers["Retry-After"] = "3"
    return response


async def _shop_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, errors.ShopError)  # noqa: S101 - registered for this class only
    response = failure(status_of(error), error.message, error.fields, error.data)
    if isinstance(error, errors.TooMany):
        response.headers["Retry-After"] = str(error.retry_after)
    if isinstance(error, errors.Unauthenticated):
        clear_dead_cookies(request, response)
    if "xsrf" in error.fields:
        renew_xsrf(request, response)
    return response


async def _invalid(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError | ValidationError)  # noqa: S101
    fields = _fields(error.errors())
    named = ", ".join(name for name in fields if name)
    message = f"Please check: {named}." if named else "The request could not be read."
    sentences = {text for text in fields.values() if text.endswith(".") or text.lower().startswith("please")}
    if len(fields) == 1 and sentences:
        message = sentences.pop()
    return failure(422, message, fields)


def _fields(problems: Sequence[Any]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for problem in problems:
        path = [str(part) for part in problem["loc"] if part not in {"body", "query", "path", "header"}]
        if problem["loc"][:1] == ("query",):
            path = path[:1]  # a parameter may be given several times, and is one field all the same
        fields.setdefault(".".join(path), complaint(problem))
    return fields


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101
    if error.status_code not in {404, 405}:
        return failure(error.status_code, str(error.detail))
    why = unrouted(request.method, request.scope["path"])
    response = failure(why.status, why.sentence, why.fields)
    if why.methods:
        response.headers["Allow"] = ", ".join(why.methods)
    return response


async def _database(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, DataError):
        return failure(422, "A value does not fit. Please check what you sent.")
    if isinstance(error, IntegrityError):
        if request.method == "POST" and getattr(error.orig, "sqlstate", None) == _BELONGS_TO_NOTHING:
            return failure(404, "What this belongs to is not there.")
        return failure(409, "This does not agree with what the shop holds. Please look at it again.")
    troubles.meet_database(error)
    log.warning("database", path=request.url.path, reason=type(error).__name__, detail=str(error)[:300])
    return failure(503, "The shop cannot reach its records just now. Please try again in a moment.")


async def _pictures(request: Request, error: Exception) -> JSONResponse:
    troubles.meet("storage", str(error))
    log.warning("pictures", path=request.url.path, detail=str(error)[:300])
    return failure(503, "The shop cannot reach its pictures just now. Please try again in a moment.")


async def _unreadable(_request: Request, _error: Exception) -> JSONResponse:
    return failure(422, "The text holds characters that cannot be stored.")


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    number = request_id.get() or uuid.uuid4().hex[:12]
    log.error("unexpected error", number=number, path=request.url.path, exc_info=error)
    return failure(500, f"Something went wrong on our side. If it stays, tell us this number: {number}.")


async def _gone(_request: Request, _error: Exception) -> JSONResponse:
    """End a request whose sender went away amid its body: nobody reads this."""
    return failure(400, "The request ended before its end.")


def install(app: FastAPI) -> None:
    """Answer every error in the failure shape."""
    app.add_exception_handler(errors.ShopError, _shop_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(ValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(DBAPIError, _database)
    app.add_exception_handler(PoolTimeout, _database)
    app.add_exception_handler(StorageAway, _pictures)
    app.add_exception_handler(UnicodeEncodeError, _unreadable)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _unexpected)
