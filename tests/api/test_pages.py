"""The built web as it is served: the right page, compressed, kept for as long as its name says."""

import gzip

import httpx2
import pytest

from api.pages import pages


@pytest.fixture
async def web(tmp_path, shop_settings):
    served = tmp_path / "dist"
    (served / "assets").mkdir(parents=True)
    for name, text in {"index.html": "storefront", "admin.html": "portal", "favicon.svg": "<svg/>"}.items():
        (served / name).write_text(text)
    script = served / "assets" / "index-1a2b.js"
    script.write_text("alert(1)")
    script.with_name("index-1a2b.js.gz").write_bytes(gzip.compress(b"alert(1)"))
    (tmp_path / "secret.txt").write_text("secret")
    app = pages(shop_settings.model_copy(update={"web_dir": served}))
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://shop.example") as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/products", "/my-orders", "/6", "/no/such/page", "/administrator"])
async def test_the_storefront_answers_every_path_of_its_own(web, path):
    answer = await web.get(path)
    assert (answer.status_code, answer.text) == (200, "storefront")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/admin", "/admin/", "/admin/login", "/admin/order-management"])
async def test_the_portal_answers_below_admin(web, path):
    assert (await web.get(path)).text == "portal"


async def test_an_asset_comes_compressed_and_is_kept_for_ever(web):
    answer = await web.get("/assets/index-1a2b.js", headers={"Accept-Encoding": "gzip"})
    assert answer.text == "alert(1)"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["vary"] == "Accept-Encoding"


async def test_and_plain_to_who_takes_no_other(web):
    answer = await web.get("/assets/index-1a2b.js", headers={"Accept-Encoding": "identity"})
    assert answer.text == "alert(1)"
    assert "content-encoding" not in answer.headers


async def test_what_the_browser_has_is_not_sent_again(web):
    first = await web.get("/")
    again = await web.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/assets/../../secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/assets/none.js"])
async def test_nothing_outside_the_build_is_served(web, path):
    assert "secret" not in (await web.get(path)).text


async def test_every_page_carries_the_safe_headers(web):
    for path in ("/", "/admin", "/assets/index-1a2b.js", "/assets/none.js"):
        headers = (await web.get(path)).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
