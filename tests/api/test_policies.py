"""Policy pages: their versions, who may change them, and what the storefront serves."""

import asyncio

import pytest

from tests.support.http_client import failed, succeeded


async def save(browser, text: str, version: int, page: str = "care"):
    return await browser.post("/policy/", json={"page": page, "text": text, "version": version})


async def test_a_new_version_is_shown_and_the_old_ones_are_kept(karthik, visitor):
    before = succeeded(await visitor.get("/policy/", params={"page": "care"}))
    assert (before["version"], before["writtenAt"]) == (0, None)
    succeeded(await save(karthik, "Keep it *dry*.", 0))
    succeeded(await save(karthik, "Keep it in its box.", 1))

    shown = succeeded(await visitor.get("/policy/", params={"page": "care"}))
    assert (shown["version"], shown["html"]) == (2, "<p>Keep it in its box.</p>\n")
    versions = succeeded(await karthik.get("/policy/", params={"flag": "versions", "page": "care"}))
    assert [(each["version"], each["writtenBy"]) for each in versions] == [
        (2, "Karthik Rao"),
        (1, "Karthik Rao"),
        (0, None),
    ]
    audit = succeeded(await karthik.get("/audit/", params={"entity": "policy"}))
    assert [(each["action"], each["label"], each["entityId"]) for each in audit] == [
        ("changed", "care", 2),
        ("changed", "care", 1),
    ]


async def test_of_eight_changes_of_one_version_one_is_saved(open_shop):
    people, browsers = open_shop
    async with await browsers.of(people.karthik) as karthik:
        answers = await asyncio.gather(*(save(karthik, f"Text {number}", 0) for number in range(8)))
    assert sorted(each.status_code for each in answers) == [200] + 7 * [409]
    refused = next(each for each in answers if each.status_code == 409)
    assert failed(refused, 409)["message"].startswith("This page was changed by Karthik Rao meanwhile.")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"page": "nothing"}, "page"),
        ({"text": ""}, "text"),
        ({"text": "x" * 50_001}, "text"),
        ({"text": "Within {noSuchValue} days"}, "text"),
        ({"version": -1}, "version"),
        ({"version": True}, "version"),
    ],
)
async def test_bad_input_is_refused(karthik, fields, field):
    body = {"page": "care", "text": "Keep it dry.", "version": 0} | fields
    failed(await karthik.post("/policy/", json=body), 422, field)
    assert succeeded(await karthik.get("/policy/", params={"page": "care"}))["version"] == 0


async def test_a_preview_saves_nothing(karthik):
    preview = succeeded(await karthik.post("/policy/?flag=preview", json={"text": "**Dry**"}))
    assert preview == {"html": "<p><strong>Dry</strong></p>\n"}
    assert succeeded(await karthik.get("/policy/", params={"page": "care"}))["version"] == 0
