"""Files of the build, compressed where that is there and taken.

The build leaves each text asset compressed beside it (``name.js.br``, ``name.js.gz``).
"""

import mimetypes
from pathlib import Path

import structlog
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from api import compression
from api.cache.store import etag_matches
from shop.errors import refusal

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
SUFFIXES = {"br": ".br", "gzip": ".gz"}
MAX_LOGGED = 100
"""How much of a refused address the log shows."""

log = structlog.get_logger()


def find_file(folder: Path, name: str) -> Path | None:
    """Return a file of the folder; None if there is none, or if no file can have such a name."""
    try:
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder.resolve()) and path.is_file() else None
    except (OSError, ValueError) as error:  # too long for the file system, or a NUL byte
        log.info("address refused", name=name[:MAX_LOGGED], reason=str(error)[:MAX_LOGGED])
        return None


def send_file(request: Request, path: Path, *, keep: str) -> Response:
    """Return a file that was found; 304 where the browser has it."""
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    encoding = compression.choose(request.headers.get("accept-encoding", ""))
    if encoding:
        compressed = path.with_name(path.name + SUFFIXES[encoding])
        if compressed.is_file():
            path, headers["Content-Encoding"] = compressed, encoding
    response = FileResponse(path, headers=headers, media_type=media_type, stat_result=path.stat())
    if etag_matches(response.headers["etag"], request.headers.get("if-none-match", "")):
        kept = {name: response.headers[name] for name in ("etag", "cache-control", "vary")}
        return Response(status_code=304, headers=kept)
    return response


def missing() -> Response:
    """Return the failure for an address at which there is no file."""
    return Response(refusal(404, "There is nothing at this address."), 404, media_type="application/json")
