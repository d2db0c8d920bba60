"""The API's description at ``/api/openapi.json``, and the interactive reference at ``/api/docs/``: Swagger UI, served
from the shop's own origin.

Calls from the reference are made as the signed-in person, or with an API key. The page has a separate content security
policy, because Swagger UI sets inline styles, which other pages may not.
"""

import asyncio
import json

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from api.pages.static_files import REVALIDATE, find_file, not_found, send_file
from shop.settings import Settings

FOLDER = "api-docs"
_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference | Swarna</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/reference.css">
</head>
<body>
<div id="reference"></div>
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</body>
</html>
"""


def routes(app: FastAPI, config: Settings) -> list[Route]:
    """Return the routes of the description, of the page and of its files, which the web build copies."""
    headers = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"}
    making = asyncio.Lock()
    made: list[bytes] = []

    async def description(_: Request) -> Response:
        """Generate the description at the first request, in a thread, because it takes seconds of processor time."""
        async with making:
            if not made:
                made.append(await run_in_threadpool(lambda: json.dumps(app.openapi(), ensure_ascii=False).encode()))
        return Response(made[0], media_type="application/json")

    async def page(_: Request) -> Response:
        return HTMLResponse(_PAGE, headers=headers)

    async def file(request: Request) -> Response:
        path = find_file(config.web_dir / FOLDER, request.path_params["name"])
        return send_file(request, path, cache_control=REVALIDATE) if path else not_found()

    return [
        Route("/api/openapi.json", description),
        Route("/api/docs/", page),
        Route("/api/docs/{name}/", file),
    ]
