"""Files of the build, compressed where that is there and taken.

The build leaves each text asset compressed beside it (``name.js.br``, ``name.js.gz``).
"""

import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from api import compression
from api.shelf import is_known

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
SUFFIXES = {"br": ".br", "gzip": ".gz"}


def send_file(request: Request, folder: Path, name: str, *, keep: str) -> Response:
    """Return a file of the folder; 304 where the browser has it, 404 where there is none."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        return PlainTextResponse("There is nothing at this address.", 404)
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    encoding = compression.choose(request.headers.get("accept-encoding", ""))
    if encoding:
        compressed = path.with_name(path.name + SUFFIXES[encoding])
        if compressed.is_file():
            path, headers["Content-Encoding"] = compressed, encoding
    response = FileResponse(path, headers=headers, media_type=media_type, stat_result=path.stat())
    if is_known(response.headers["etag"], request.headers.get("if-none-match", "")):
        kept = {name: response.headers[name] for name in ("etag", "cache-control", "vary")}
        return Response(status_code=304, headers=kept)
    return response
