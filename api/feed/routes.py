"""The route of the event feed."""

import time
from collections.abc import AsyncIterator
from contextlib import ExitStack
from functools import partial
from typing import Annotated

from fastapi import Header, Query, Request, Response
from fastapi.responses import StreamingResponse

from api.auth.policy import Granted
from api.db.session import DatabasePool
from api.feed.callers import check_caller
from api.feed.pages import FeedPage, read_page
from api.feed.schemas import MAX_EVENTS, MAX_SECONDS, EventPage, Position, Types
from api.feed.signals import FeedSignals
from api.feed.sse import MEDIA_TYPE, SWEEP_SECONDS, stream
from api.http.flag_routing import feature_router
from api.openapi.description import JSON, call
from shop.db.deadlines import start_budget

router = feature_router("integrations")


@router.get("/events/", response_model=EventPage, **call(event_stream=True, refuses=(410, 429)))
async def read_events(
    request: Request,
    pool: DatabasePool,
    grant: Granted,
    after: Annotated[Position | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_EVENTS)] = 500,
    type_: Annotated[Types | None, Query(alias="type")] = None,
    wait: Annotated[int, Query(ge=0, le=MAX_SECONDS)] = 0,
    accept: Annotated[str, Header()] = JSON,
    last_event_id: Annotated[Position | None, Header()] = None,
) -> Response:
    """Return the events after a position, in their order; without ``after``, from the oldest that is kept.

    If there are none, the response is sent as soon as there is one, or empty after ``wait`` seconds. ``type`` are names
    of events, separated by commas. The next page begins after ``nextAfter``. With ``Accept: text/event-stream`` the
    response is a stream of server-sent events, which continues after ``Last-Event-ID``.
    """
    signals: FeedSignals = request.app.state.feed_signals
    check = partial(check_caller, pool, grant)
    with ExitStack() as stack:
        reader = stack.enter_context(signals.reader(grant.caller))
        if MEDIA_TYPE in accept.lower():
            begin = after if last_event_id is None else last_event_id
            first = await read_page(pool, begin, limit=limit, types=type_)
            open_reader = stack.pop_all()

            async def events() -> AsyncIterator[bytes]:
                with open_reader:
                    async for part in stream(pool, reader, check, first, limit=limit, types=type_):
                        yield part

            headers = {"X-Accel-Buffering": "no"}  # a reverse proxy must not buffer events
            return StreamingResponse(events(), media_type=MEDIA_TYPE, headers=headers)
        until = time.monotonic() + wait
        page = await read_page(pool, after, limit=limit, types=type_)
        while not page.events and (left := until - time.monotonic()) > 0:
            await reader.wait(min(left, SWEEP_SECONDS))
            start_budget()
            reader.expect()
            await check()
            page = await read_page(pool, page.next_after, limit=limit, types=type_)
    return Response(_body(page), media_type=JSON)


def _body(page: FeedPage) -> str:
    """Return the page in the shape of :class:`EventPage`. PostgreSQL wrote the events."""
    data = ",".join(event.body for event in page.events)
    head = '{"code":200,"message":"Events","data":['
    return f'{head}{data}],"success":true,"error":false,"nextAfter":{page.next_after}}}'
