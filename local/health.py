import http.client
import json
from contextlib import suppress

START_LIMIT = 60.0
"""The shop must be healthy within this time after the start of its last process, in seconds."""


def missing(host: str, port: int) -> str | None:
    """Return what the health check reports as missing, or None if it answers 200."""
    try:
        status, body = _get(host, port)
    except (OSError, http.client.HTTPException):
        return "the web process does not respond yet"
    if status == http.client.OK:
        return None
    with suppress(ValueError):
        body = json.dumps(json.loads(body))
    return f"/api/health answers {status}: {body[:300]}"


def _get(host: str, port: int) -> tuple[int, str]:
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/api/health")
        response = connection.getresponse()
        return response.status, response.read().decode(errors="replace")
    finally:
        connection.close()
