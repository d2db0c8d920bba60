"""Files of the web build: compression, caching, and no access to other files."""

import gzip

import httpx2
import pytest

from api.pages import create_pages_app


@pytest.fixture
async def web(tmp_path, shop_settings, api):
    served = tmp_path / "dist"
    (served / "assets").mkdir(parents=True)
    (served / "favicon.svg").write_text("<svg/>")
    script = served / "assets" / "index-1a2b.js"
    script.write_text("alert(1)")
    script.with_name("index-1a2b.js.gz").write_bytes(gzip.compress(b"alert(1)"))
    (tmp_path / "secret.txt").write_text("secret")
    app = create_pages_app(shop_settings.model_copy(update={"web_dir": served}), api)
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://shop.example") as client:
        yield client


async def test_an_asset_is_compressed_and_immutable(web):
    answer = await web.get("/assets/index-1a2b.js", headers={"Accept-Encoding": "gzip"})
    assert answer.text == "alert(1)"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("accepted", ["identity", "br", "gzip;q=0", "gzip;q=0.000"])
async def test_an_asset_is_sent_uncompressed_to_other_clients(web, accepted):
    answer = await web.get("/assets/index-1a2b.js", headers={"Accept-Encoding": accepted})
    assert answer.text == "alert(1)"
    assert "content-encoding" not in answer.headers


async def test_an_unchanged_file_is_answered_with_304(web):
    first = await web.get("/favicon.svg")
    assert first.headers["cache-control"] == "no-cache"
    again = await web.get("/favicon.svg", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_the_offline_page_is_the_only_document_at_its_own_name(web, tmp_path):
    for name in ("offline.html", "index.html"):
        (tmp_path / "dist" / name).write_text("<!doctype html>")
    offline = await web.get("/offline.html")
    assert (offline.status_code, offline.headers["content-type"].split(";")[0]) == (200, "text/html")
    assert (await web.get("/index.html")).status_code != 200


@pytest.mark.parametrize("path", ["/assets/../../secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/assets/none.js"])
async def test_nothing_outside_the_build_is_served(web, path):
    assert "secret" not in (await web.get(path)).text


@pytest.mark.parametrize("path", ["/", "/products", "/admin", "/sitemap.xml", "/sitemap-0.xml"])
async def test_without_a_web_build_the_response_says_so(web, path):
    answer = await web.get(path)
    assert (answer.status_code, answer.text) == (503, "The web is not built yet. Run: make run")
