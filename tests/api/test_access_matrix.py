"""Every operation is called by a visitor, a shopper, each role of staff and each scope of an API key."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest
from fastapi import FastAPI
from httpx2 import Cookies

from api.auth.key_scopes import REACHED_BY
from api.auth.operation import Access, Operation
from api.auth.policy import Granted
from api.auth.policy_table import OPERATIONS
from api.http.flag_routing import feature_router
from shop.api_keys.model import Scope
from shop.staff.roles import StaffRole
from tests.api.test_policy import ELSEWHERE, NEEDS_KEY, REFUSED, REQUESTS, Rows, create_rows
from tests.api.test_reviews import deliver
from tests.support import factories
from tests.support.http_client import Browser, failed, succeeded

VISITOR, SHOPPER = "visitor", "shopper"
CALLERS = (VISITOR, SHOPPER, *StaffRole, *Scope)
REACHED = frozenset().union(*REACHED_BY.values())
"""The operations that a key may call."""
COUNTED = {"throttle", "api_key", "session"}
"""Tables that count calls."""


def refusal_of(caller: str, operation: Operation) -> int | None:
    """Return the status with which the policy refuses the operation, None if it allows it."""
    if isinstance(caller, Scope):
        return None if operation.name in REACHED_BY[caller] else 403
    if caller == VISITOR:
        return None if operation.access is Access.ANYONE else 401
    if caller == SHOPPER:
        return 403 if operation.access is Access.ADMIN else None
    if operation.access is Access.ANYONE and not operation.is_for_staff:
        return None
    return None if operation.is_for_staff and caller in operation.staff else 403


def request_of(operation: Operation, rows: Rows) -> tuple[str, dict | None]:
    """Return path and body of a request."""
    if operation.name in ELSEWHERE:
        return operation.path.replace("{id}", "1"), None
    tested = REQUESTS | REFUSED
    assert operation.name in tested, f"add a request of {operation.name} to REQUESTS in tests/api/test_policy.py"
    return tested[operation.name](rows)


@pytest.fixture
def unchanged(run_sync):
    """Check that the calls in the block change only the tables that count calls."""

    async def contents() -> dict:
        found = await run_sync(factories.contents)
        return {name: rows for name, rows in found.items() if name not in COUNTED}

    @asynccontextmanager
    async def check() -> AsyncIterator[None]:
        before = await contents()
        yield
        assert await contents() == before

    return check


@pytest.fixture
async def browser_of(browsers, database, people, karthik):
    """Return a browser in which the caller is signed in, or which sends the caller's key."""

    async def make(caller: str, *further: Scope) -> Browser:
        if isinstance(caller, Scope):
            scopes = [caller, *further]
            key = succeeded(await karthik.post("/admin/keys/", json={"name": "ERP", "scopes": scopes}))["key"]
            browser = await browsers.of()
            browser.headers["Authorization"] = f"Bearer {key}"
        elif isinstance(caller, StaffRole):
            person = await database.run_sync(factories.hire_admin, caller.value.title(), roles=[caller])
            browser = await browsers.of(person)
            browser.headers["X-Acting-As"] = "admin"
        else:
            browser = await browsers.of(*([people.asha] if caller == SHOPPER else []))
        return browser

    return make


@pytest.fixture
async def rows(database, people) -> Rows:
    found = await database.run_sync(create_rows, people.asha, people.ring)
    await database.run_sync(deliver, people.asha, people.ring)  # required to upload a photo for a review
    await database.run_sync(factories.hire_admin, "Root", "root@shop.example")
    await database.commit()
    return found


def calls_to_try(caller: str) -> list[Operation]:
    """Return the operations that the caller calls.

    A key of all scopes tries what no key may call. Calls that are not for staff treat all roles but the owner alike,
    so a viewer tries them for these roles.
    """
    if isinstance(caller, Scope):
        return [operation for operation in OPERATIONS if operation.name in REACHED]
    if isinstance(caller, StaffRole) and caller not in {StaffRole.OWNER, StaffRole.VIEWER}:
        return [operation for operation in OPERATIONS if operation.is_for_staff]
    return list(OPERATIONS)


@pytest.fixture
def answer(rows):
    """Send an operation's request."""

    async def send(browser: Browser, operation: Operation):
        path, body = request_of(operation, rows)
        headers = {"Idempotency-Key": str(uuid4())} if operation.name in NEEDS_KEY else {}
        return await browser.request(operation.method, path, json=body, headers=headers)

    return send


@pytest.mark.parametrize("caller", CALLERS)
async def test_every_operation(caller, browser_of, answer, undone, unchanged, subtests):
    tried = calls_to_try(caller)
    allowed = [each for each in tried if refusal_of(caller, each) is None]
    async with await browser_of(caller) as browser:
        cookies = Cookies(browser.cookies)
        async with unchanged():
            for operation in tried:
                if operation not in allowed:
                    with subtests.test(operation.name):
                        refused = failed(await answer(browser, operation), refusal_of(caller, operation))
                        if isinstance(caller, StaffRole) and operation.is_for_staff:
                            assert refused["message"].startswith("Your roles do not allow this.")
        for operation in allowed:
            with subtests.test(operation.name):
                browser.cookies = cookies  # an earlier call may have signed in or out
                async with undone():
                    response = await answer(browser, operation)
                assert response.status_code not in {401, 403, 429, 500}, response.text


async def test_no_scope_permits_another_call(browser_of, answer, unchanged, subtests):
    async with await browser_of(*Scope) as browser, unchanged():
        for operation in OPERATIONS:
            if operation.name not in REACHED:
                with subtests.test(operation.name):
                    assert failed(await answer(browser, operation), 403)["message"] == "No API key may make this call."


async def test_a_route_that_the_policy_does_not_name_is_open_to_nobody(app: FastAPI, browser_of, subtests):
    router = feature_router("shop")

    @router.get("/forgotten/")
    async def forgotten(_: Granted) -> str:
        return "secret"

    named = list(app.router.routes)
    app.include_router(router)
    try:
        for caller in CALLERS:
            with subtests.test(caller):
                async with await browser_of(caller) as browser:
                    refused = failed(await browser.get("/forgotten/"), 403)
                nobody = "No API key may make this call." if caller in [*Scope] else "This call is not open to anyone."
                assert refused["message"] == nobody
    finally:
        app.router.routes[:] = named  # other tests share the application


def test_only_the_api_reference_is_outside_the_policy(app: FastAPI):
    """Routes outside the policy table have no access check, so only public documentation may be there."""
    operations = {f"/api{operation.path}" for operation in OPERATIONS}
    paths = {path for route in app.routes if (path := getattr(route, "path", "")).startswith("/api")}
    assert paths - operations <= {"/api/openapi.json", "/api/docs/", "/api/docs/{name}/"}
