"""Run Schemathesis against a whole shop, with valid and invalid requests, as a visitor, a shopper and an admin.

All of its checks are on. Each finding is printed with a command that reproduces it.

    python -m tests.fuzz --seed 7 --cases 20000
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx2
from pydantic.alias_generators import to_camel
from sqlalchemy.orm import Session

from api.auth.identity import xsrf_token
from api.auth.operation import Access
from api.auth.policy_table import OPERATIONS
from shop.customers.queries import by_email
from shop.db.engine import make_engine
from shop.sessions import cookies
from shop.sessions.model import Role
from shop.settings import Settings
from shop.staff.queries import active_by_email
from tests.fuzz import hooks
from tests.fuzz.pages import fuzz_pages
from tests.support import factories
from tests.support.environment import shop_environment
from tests.support.running_shop import ShopStack

TRUSTING = {"SHOP_TRUSTED_PROXIES": "127.0.0.1"}
"""Lets each request come from a different address, so that no rate limit hides the response."""


@dataclass(frozen=True)
class Caller:
    """The sender of requests: access, role and e-mail. ``left_out`` has operations that would end the session."""

    access: tuple[Access, ...]
    role: Role | None = None
    email: str = ""
    left_out: tuple[str, ...] = ()

    @property
    def own_operations(self) -> list[str]:
        """The ids of the operations that are for this caller."""
        own = [to_camel(operation.name) for operation in OPERATIONS if operation.access in self.access]
        return [name for name in own if name not in {*self.left_out, *_SIGNED}]


_SIGNED = ("receiveWebhook",)
"""Left out: webhooks are signed by the payment provider, so every generated request is refused."""

CALLERS = {
    "nobody": Caller((Access.ANYONE,)),
    "shopper": Caller(
        (Access.CUSTOMER, Access.CUSTOMER_OR_ADMIN),
        Role.CUSTOMER,
        "asha@swarna.example",
        ("signUp", "signIn", "signOut"),
    ),
    "admin": Caller((Access.ADMIN,), Role.ADMIN, "admin@swarna.example", ("adminSignIn", "adminSignOut")),
}
"""The order matters: an admin may delete what the shopper needs."""


@dataclass(frozen=True)
class Report:
    """The number of requests, and the output of Schemathesis."""

    cases: int
    words: str
    is_clean: bool


def fuzz(shop: ShopStack, name: str, *, seed: int, examples: int, options: Sequence[str] = ()) -> Report:
    """Send requests to every operation as this caller. ``examples`` is the number for each operation."""
    caller = CALLERS[name]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        document = Path(folder) / "openapi.json"
        document.write_bytes(_document(shop))
        command = [
            *(sys.executable, "-m", "schemathesis.cli", "run", str(document), "--url", shop.url, "--checks", "all"),
            *("--max-examples", str(examples), "--seed", str(seed), "--continue-on-failure", "--no-color"),
            # the hooks skip cases that are invalid by rules outside the schema
            *("--suppress-health-check", "filter_too_much"),
            *("--generation-database", "none", "--report", "json", "--report-json-path", str(report)),
            *(part for operation in (*caller.left_out, *_SIGNED) for part in ("--exclude-operation-id", operation)),
            *options,
        ]
        environment = os.environ | shop.environment | {"SCHEMATHESIS_HOOKS": hooks.__name__} | _signed_in(shop, caller)
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        return Report(_cases(report), done.stdout + done.stderr, is_clean=done.returncode == 0)


def _document(shop: ShopStack) -> bytes:
    """Fetch the description, which the shop generates at the first request. Schemathesis itself waits 10 s at most."""
    answer = httpx2.get(f"{shop.url}/api/openapi.json", timeout=60)
    answer.raise_for_status()
    return answer.content


def _signed_in(shop: ShopStack, caller: Caller) -> dict[str, str]:
    if caller.role is None:
        return {}
    with shop_environment(**shop.environment) as settings:
        token = _open_session(settings, caller)
        name = cookies.cookie_name(caller.role, settings)
        return {hooks.COOKIE: name, hooks.TOKEN: token, hooks.XSRF: xsrf_token(token)}


def _open_session(settings: Settings, caller: Caller) -> str:
    engine = make_engine(settings, "fuzz", pool_size=1)
    try:
        with Session(engine) as session:
            find = active_by_email if caller.role is Role.ADMIN else by_email
            token = factories.sign_in(session, session.scalars(find(caller.email)).one())
            session.commit()
            return token
    finally:
        engine.dispose()


def _cases(report: Path) -> int:
    found: int = json.loads(report.read_text())["test_cases"]["generated"] if report.exists() else 0
    return found


def main() -> int:
    """Fuzz until there were enough requests. Return 1 if there was a finding."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=20_000)
    options = parser.parse_args()
    cases, is_clean, seed = 0, True, options.seed
    with tempfile.TemporaryDirectory() as folder, ShopStack(Path(folder), with_demo=True, environment=TRUSTING) as shop:
        while is_clean and cases < options.cases:
            for name in CALLERS:
                report = fuzz(shop, name, seed=seed, examples=50)
                cases += report.cases
                is_clean = is_clean and report.is_clean
                print(f"seed {seed}, {name}: {report.cases} cases, {'nothing' if report.is_clean else 'FINDINGS'}")  # noqa: T201
                if not report.is_clean:
                    print(report.words)  # noqa: T201
            pages = fuzz_pages(shop.url, seed_=seed, cases=2000)
            cases, is_clean = cases + pages.cases, is_clean and not pages.found
            print(f"seed {seed}, pages: {pages.cases} cases, {'FINDINGS' if pages.found else 'nothing'}")  # noqa: T201
            print("\n".join(pages.found))  # noqa: T201
            seed += 1
    print(f"{cases} cases: {'0 findings' if is_clean else 'see above'}")  # noqa: T201
    return 0 if is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
