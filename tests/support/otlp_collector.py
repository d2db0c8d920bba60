"""An OTLP trace collector over HTTP that stores the spans it receives."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


@dataclass
class Collector:
    """The spans received so far, each with the name of its service."""

    url: str = ""
    spans: list[dict[str, object]] = field(default_factory=list)

    def receive(self, body: bytes) -> None:
        """Store the spans of one request."""
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            service = {a.key: a.value.string_value for a in resource.resource.attributes}["service.name"]
            self.spans += [
                {
                    "service": service,
                    "name": span.name,
                    "trace": span.trace_id.hex(),
                    "id": span.span_id.hex(),
                    "parent": span.parent_span_id.hex(),
                    "start": span.start_time_unix_nano,
                    "end": span.end_time_unix_nano,
                    "status": {a.key: a.value.int_value for a in span.attributes}.get("http.response.status_code"),
                }
                for scope in resource.scope_spans
                for span in scope.spans
            ]


@contextmanager
def collecting() -> Iterator[Collector]:
    """Serve a collector on a free port."""
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/traces"
            assert self.headers["Content-Type"] == "application/x-protobuf"
            collector.receive(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        collector.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield collector
        server.shutdown()
