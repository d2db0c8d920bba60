"""Parameters are read as FastAPI reads them, for every call that reads them by itself."""

import random
from urllib.parse import urlencode

from fastapi import Request
from fastapi.dependencies.utils import request_params_to_args

from api.parameters import Parameters
from api.short_way import ShortWay

GIVEN = (
    "",
    " ",
    "0",
    "1",
    "-1",
    "7.5",
    "99999999999",
    "true",
    "yes",
    "active",
    "newest",
    "price",
    "22k",
    "ring",
    "x\x00",
)


def calls(app):
    for route in app.router.routes:
        if isinstance(getattr(route, "app", None), ShortWay):
            yield route.dependant
            yield from route.dependant.dependencies


def requests(call, drawn: random.Random):
    names = [field.alias for field in (*call.query_params, *call.header_params, *call.path_params)]
    for _ in range(200):
        pairs = [(name, drawn.choice(GIVEN)) for name in drawn.choices(names, k=drawn.randint(0, len(names)))]
        yield Request(
            {
                "type": "http",
                "path_params": dict(pairs),
                "query_string": urlencode(pairs).encode(),
                "headers": [(name.lower().encode(), value.encode()) for name, value in pairs],
            }
        )


def as_fastapi_reads(call, request: Request):
    values, problems = {}, []
    for fields, source in (
        (call.path_params, request.path_params),
        (call.query_params, request.query_params),
        (call.header_params, request.headers),
    ):
        found, unfit = request_params_to_args(fields, source)
        values |= found
        problems += unfit
    return values, problems


def told(problems):
    return sorted((problem["type"], problem["loc"], problem["msg"], str(problem["input"])) for problem in problems)


def test_they_are_what_fastapi_makes_of_them(app):
    drawn, seen = random.Random(7), 0
    for call in calls(app):
        if not (call.query_params or call.header_params or call.path_params):
            continue
        ours = Parameters(call)
        for request in requests(call, drawn):
            problems: list = []
            values = ours.read(request, problems)
            theirs, complaints = as_fastapi_reads(call, request)
            assert (values, told(problems)) == (theirs, told(complaints))
            seen += bool(problems)
    assert seen > 100
