"""The way of the calls that are made most, from their route to their function, past FastAPI's own.

FastAPI opens three stacks of contexts for each request, solves its dependencies anew and checks the answer that it is
given: half a millisecond, more than such a call takes otherwise. Here is done what remains of it for a call that asks
for nothing but the request, short trips, its caller's grant and plain parameters. Nothing has to be declared: a call
that needs more, such as a session of SQLAlchemy's, goes FastAPI's way, which also describes and reads the parameters
of this one.
"""

from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import Any, TypeVar

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.types import Receive, Scope, Send

from api.database import short_trips
from api.openapi import JSON
from api.parameters import Parameters
from api.policy import grant, permit
from shop.trips import Asked

Function = TypeVar("Function", bound=Callable[..., Any])


def suits(call: Dependant) -> bool:
    """Whether a call asks for no more than this way has."""
    return (
        iscoroutinefunction(call.call)
        and all(_is_given(each) or _is_plain(each) for each in call.dependencies)
        and _has_parameters_only(call)
    )


Look = Callable[[Request], Awaitable[Asked | None]]


def reading_along(look: Look) -> Callable[[Function], Function]:
    """Let what a call's function begins by reading be read in the same trip as who is calling.

    ``look`` says what that is, by the request alone. It must only read, as it is done for whoever sends a cookie; the
    function gets the rows with its grant, as ``caller.seen``, or None and reads by itself.
    """

    def decorated(function: Function) -> Function:
        function.look = look  # type: ignore[attr-defined]
        return function

    return decorated


class ShortWay:
    """Answers a route's requests."""

    def __init__(self, route: APIRoute) -> None:
        self._endpoint: Any = route.endpoint
        self._look: Look | None = getattr(route.endpoint, "look", None)
        self._dependant = route.dependant
        self._parameters = Parameters(route.dependant)
        self._objects = {
            each.name or "": (each.call, Parameters(each)) for each in route.dependant.dependencies if _is_plain(each)
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        answer = await self._endpoint(**await self._arguments(request))
        if isinstance(answer, BaseModel):
            answer = Response(answer.model_dump_json(by_alias=True), media_type=JSON)
        await answer(scope, receive, send)

    async def _arguments(self, request: Request) -> dict[str, Any]:
        """Return what the function takes.

        :raises ShopError: where the call is not for this caller.
        :raises RequestValidationError: for parameters that are unfit.
        """
        trips = await short_trips(request)
        along = await self._look(request) if self._look else None
        given: dict[Any, Any] = {short_trips: trips, permit: await grant(request, trips, along)}
        problems: list[Any] = []
        arguments = {each.name or "": given.get(each.call) for each in self._dependant.dependencies}
        for name, (make, parameters) in self._objects.items():
            before = len(problems)
            values = parameters.read(request, problems)
            arguments[name] = make(**values) if make and len(problems) == before else None
        arguments |= self._parameters.read(request, problems)
        if problems:
            raise RequestValidationError(problems)
        if self._dependant.request_param_name:
            arguments[self._dependant.request_param_name] = request
        return arguments


def _is_given(call: Dependant) -> bool:
    return call.call in {short_trips, permit}


def _is_plain(call: Dependant) -> bool:
    """Whether this is a class whose fields are parameters."""
    return isinstance(call.call, type) and not call.dependencies and _has_parameters_only(call)


def _has_parameters_only(call: Dependant) -> bool:
    beyond = (
        call.body_params,
        call.cookie_params,
        call.response_param_name,
        call.background_tasks_param_name,
        call.http_connection_param_name,
        call.security_scopes_param_name,
    )
    return not any(beyond)
