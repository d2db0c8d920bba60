"""The steps of a password reset."""

from typing import Any

import httpx2
from sqlalchemy import select
from sqlalchemy.orm import Session

from shop.customers import one_time_codes
from shop.customers.one_time_codes import OneTimeCode
from tests.support.http_client import Browser

PATH = "/customer/resetPassword/"
EMAIL = "asha@shop.example"
NEW_PASSWORD = "Another@2026"


async def request_code(browser: Browser, email: str = EMAIL) -> httpx2.Response:
    return await browser.post(f"{PATH}?flag=generate", json={"email": email, "flag": "generate"})


async def verify_code(browser: Browser, code: str, email: str = EMAIL) -> httpx2.Response:
    return await browser.post(f"{PATH}?flag=verify", json={"email": email, "otp": code, "flag": "verify"})


async def set_password(browser: Browser, password: str = NEW_PASSWORD, email: str = EMAIL) -> httpx2.Response:
    body: dict[str, Any] = {"email": email, "password": password, "flag": "updatePassword"}
    return await browser.post(f"{PATH}?flag=updatePassword", json=body)


def stored_code(session: Session) -> str:
    """Return the one-time code, decrypted. There must be exactly one."""
    row = session.scalars(select(OneTimeCode)).one()
    return one_time_codes.decrypt(row.subject, row.sealed)
