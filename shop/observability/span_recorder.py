"""Record spans of finished work and export them as OTLP over HTTP with OpenTelemetry's SDK (extra ``otel``).

The SDK exports in a thread, in batches. If the collector is unavailable or slow, only spans are lost.
"""

import hashlib
import logging
import time
from collections.abc import Sequence
from contextvars import ContextVar

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.sdk.trace.sampling import ALWAYS_ON
from opentelemetry.trace import (
    NonRecordingSpan,
    SpanContext,
    SpanKind,
    Status,
    StatusCode,
    TraceFlags,
    set_span_in_context,
)

from shop.observability.logs import OutageLogger

EXPORT_EVERY_MS = 1_000
QUEUE_LIMIT = 5_000
BATCH_LIMIT = 500
TIMEOUT_SECONDS = 3.0

_root: ContextVar[SpanContext | None] = ContextVar("root_span", default=None)


class SpanRecorder:
    """Records spans of a process under the name of its service."""

    def __init__(self, url: str, service: str) -> None:
        # Nothing is flushed at exit: a process must not wait for an unavailable collector.
        provider = TracerProvider(
            sampler=ALWAYS_ON,
            resource=Resource.create({"service.name": service}),
            id_generator=_RequestIds(),
            shutdown_on_exit=False,
        )
        exporter = _LoggedExporter(OTLPSpanExporter(f"{url.rstrip('/')}/v1/traces", timeout=TIMEOUT_SECONDS))
        provider.add_span_processor(
            BatchSpanProcessor(
                exporter,
                max_queue_size=QUEUE_LIMIT,
                schedule_delay_millis=EXPORT_EVERY_MS,
                max_export_batch_size=BATCH_LIMIT,
            )
        )
        self._tracer = provider.get_tracer("swarna")

    def record_root(
        self, request_id: str, name: str, seconds: float, *, failed: bool, attributes: dict[str, str | int]
    ) -> None:
        """Record the root span of a request that was just answered."""
        token = _root.set(_root_of(request_id))
        try:
            self._record(Context(), name, SpanKind.SERVER, seconds, failed=failed, attributes=attributes)
        finally:
            _root.reset(token)

    def record_child(
        self, request_id: str, name: str, seconds: float, *, failed: bool, attributes: dict[str, str | int]
    ) -> None:
        """Record work that just ended as a child of the request's root span."""
        parent = set_span_in_context(NonRecordingSpan(_root_of(request_id)), Context())
        self._record(parent, name, SpanKind.CONSUMER, seconds, failed=failed, attributes=attributes)

    def _record(
        self,
        context: Context,
        name: str,
        kind: SpanKind,
        seconds: float,
        *,
        failed: bool,
        attributes: dict[str, str | int],
    ) -> None:
        end = time.time_ns()
        span = self._tracer.start_span(
            name, context, kind, attributes=attributes, start_time=end - int(seconds * 1_000_000_000)
        )
        if failed:
            span.set_status(Status(StatusCode.ERROR))
        span.end(end)


class _RequestIds(RandomIdGenerator):
    """Generates the ids of spans. Child spans can derive the ids of a request's root span; their own ids are random."""

    def generate_trace_id(self) -> int:
        root = _root.get()
        return root.trace_id if root else super().generate_trace_id()

    def generate_span_id(self) -> int:
        root = _root.get()
        return root.span_id if root else super().generate_span_id()

    def is_trace_id_random(self) -> bool:
        return False


class _LoggedExporter(SpanExporter):
    """Logs the first failed export and the first success afterwards. The SDK alone would log every failure."""

    def __init__(self, exporter: SpanExporter) -> None:
        logging.getLogger("opentelemetry.exporter").setLevel(logging.CRITICAL)
        self._exporter = exporter
        self._outage = OutageLogger("traces are lost")

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        result = self._exporter.export(spans)
        if result is SpanExportResult.SUCCESS:
            self._outage.recovered()
        else:
            self._outage.failed(ConnectionError("the collector is away or does not accept them"))
        return result

    def shutdown(self) -> None:
        self._exporter.shutdown()


def _root_of(request_id: str) -> SpanContext:
    digest = hashlib.sha256(f"trace {request_id}".encode()).digest()
    trace_id, span_id = int.from_bytes(digest[:16]), int.from_bytes(digest[16:24])
    return SpanContext(trace_id, span_id, is_remote=True, trace_flags=TraceFlags(TraceFlags.SAMPLED))
