"""Traces for OpenTelemetry: one trace per request, across all processes.

Tracing is off unless ``SHOP_OTLP_URL`` names a collector and the extra ``otel`` is installed; the SDK is imported only
then. The ids of a trace and of its root span are derived from the request id, which every event carries. So a relay, a
worker or a realtime process needs no further column or header to add to the trace of the request, even a day later.
"""

from functools import cache
from typing import TYPE_CHECKING

import structlog

from shop.observability import logs
from shop.settings import settings

if TYPE_CHECKING:
    from shop.observability.span_recorder import SpanRecorder

Attributes = dict[str, str | int]

log = structlog.get_logger()


def is_enabled() -> bool:
    """Return whether a collector is configured."""
    return bool(settings().otlp_url)


def record_request(request_id: str, name: str, seconds: float, *, failed: bool, attributes: Attributes) -> None:
    """Record a request that was just answered, as the root span of its trace."""
    if is_enabled() and (recorder := _recorder()):
        recorder.record_root(request_id, name, seconds, failed=failed, attributes=attributes)


def record(request_id: str | None, name: str, seconds: float, *, attributes: Attributes, failed: bool = False) -> None:
    """Record work that a request caused and that just ended. Work without a request has no span."""
    if request_id and is_enabled() and (recorder := _recorder()):
        recorder.record_child(request_id, name, seconds, failed=failed, attributes=attributes)


@cache
def _recorder() -> "SpanRecorder | None":
    try:
        from shop.observability.span_recorder import SpanRecorder  # noqa: PLC0415 - its SDK is an optional extra
    except ModuleNotFoundError as error:
        log.warning("no traces: the extra 'otel' is not installed", missing=error.name)
        return None
    return SpanRecorder(settings().otlp_url, f"swarna-{logs.process}")
