"""Sends files of the web build.

The build writes compressed copies beside each text asset (``name.js.br``, ``name.js.gz``). They are sent to clients
that accept them.
"""

import mimetypes
from pathlib import Path

import structlog
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from api.cache.store import etag_matches
from api.middleware import compression
from shop.errors import refusal

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
SUFFIXES = {"br": ".br", "gzip": ".gz"}
MAX_LOGGED = 100
"""Characters of a refused address in the log."""

log = structlog.get_logger()


def find_file(folder: Path, name: str) -> Path | None:
    """Return a file of the folder, or None if there is none or its name is impossible."""
    try:
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder.resolve()) and path.is_file() else None
    except (OSError, ValueError) as error:  # too long for the file system, or a NUL byte
        log.info("not a possible file name", name=name[:MAX_LOGGED], reason=str(error)[:MAX_LOGGED])
        return None


def send_file(request: Request, path: Path, *, cache_control: str) -> Response:
    """Return a file, or 304 if the client has it."""
    headers = {"Cache-Control": cache_control, "Vary": "Accept-Encoding"}
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    encoding = compression.choose_encoding(request.headers.get("accept-encoding", ""))
    if encoding:
        compressed = path.with_name(path.name + SUFFIXES[encoding])
        if compressed.is_file():
            path, headers["Content-Encoding"] = compressed, encoding
    response = FileResponse(path, headers=headers, media_type=media_type, stat_result=path.stat())
    if etag_matches(response.headers["etag"], request.headers.get("if-none-match", "")):
        unchanged = {name: response.headers[name] for name in ("etag", "cache-control", "vary")}
        return Response(status_code=304, headers=unchanged)
    return response


def not_found() -> Response:
    """Return the failure for an address without a file."""
    return Response(refusal(404, "There is nothing at this address."), 404, media_type="application/json")
