"""Images are served over HTTP, from a folder and from a bucket."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace

import httpx2
import pytest
from pydantic import SecretStr
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from api.media.routes import MediaApp
from local.ports import free_port
from shop.media import cached_storage
from shop.media.bucket import BucketStorage, StoredBucketObject
from shop.media.cached_storage import MAX_OBJECT_BYTES, CachedBucketStorage
from shop.media.media import Media
from shop.media.storage import StorageUnavailable
from shop.settings import Settings
from tests.support.asgi_server import serving
from tests.support.http_client import failed
from tests.support.images import encoded
from tests.support.s3_server import KEYS, bucket

CONTENT = encoded("WEBP", (640, 480))


@pytest.fixture(scope="session")
def bucket_server() -> Iterator[str]:
    """Run a bucket, set its credentials in the environment, and yield its URL."""
    with bucket() as kept, pytest.MonkeyPatch.context() as patch:
        for name, value in KEYS.items():
            patch.setenv(name, value)
        yield kept.url()


@pytest.fixture(params=["folder", "bucket"])
def config(request: pytest.FixtureRequest, shop_settings: Settings, tmp_path) -> Settings:
    if request.param == "folder":
        return shop_settings.model_copy(update={"media_dir": tmp_path})
    return shop_settings.model_copy(update={"media_url": request.getfixturevalue("bucket_server")})


@pytest.fixture
def url(config) -> str:
    return Media.from_settings(config).store(CONTENT, kind="products", name="ring", suffix=".webp")


@pytest.fixture
async def page(config) -> AsyncIterator[httpx2.AsyncClient]:
    transport = httpx2.ASGITransport(MediaApp(config))
    async with httpx2.AsyncClient(transport=transport, base_url="http://shop.example") as client:
        yield client


async def test_a_picture_is_served_to_be_kept_for_ever_and_never_run(page, url):
    answer = await page.get(url)
    assert (answer.status_code, answer.content) == (200, CONTENT)
    assert answer.headers["content-type"] == "image/webp"
    assert answer.headers["content-length"] == str(len(CONTENT))
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"


async def test_a_browser_that_has_it_is_told_so(page, url):
    etag = (await page.get(url)).headers["etag"]
    for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        answer = await page.get(url, headers={"If-None-Match": known})
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", etag)
    assert (await page.get(url, headers={"If-None-Match": '"other"'})).status_code == 200


@pytest.mark.parametrize(
    ("asked", "start", "stop"),
    [
        ("bytes=0-", 0, None),
        ("bytes=0-999999999", 0, None),
        ("bytes=0-0", 0, 1),
        ("bytes=10-19", 10, 20),
        ("bytes=10-", 10, None),
        ("bytes=-10", -10, None),
        ("bytes=5-999999999", 5, None),
    ],
)
async def test_a_part_is_served_where_one_is_asked_for(page, url, asked, start, stop):
    answer = await page.get(url, headers={"Range": asked})
    first, last = range(len(CONTENT))[start:stop][0], range(len(CONTENT))[start:stop][-1]
    assert (answer.status_code, answer.content) == (206, CONTENT[start:stop])
    assert answer.headers["content-range"] == f"bytes {first}-{last}/{len(CONTENT)}"
    assert answer.headers["content-length"] == str(len(answer.content))


@pytest.mark.parametrize("asked", ["bytes=999999999-", "bytes=-0"])
async def test_a_part_beyond_the_end_is_refused(page, url, asked):
    answer = await page.get(url, headers={"Range": asked})
    failed(answer, 416)
    assert answer.headers["content-range"] == f"bytes */{len(CONTENT)}"


@pytest.mark.parametrize("asked", ["bytes=0-1,5-6", "bytes=9-2", "bytes=-", "lines=1-2", "bytes=x", "", "9" * 5000])
async def test_what_asks_for_no_one_part_gets_the_whole(page, url, asked):
    answer = await page.get(url, headers={"Range": asked})
    assert (answer.status_code, answer.content) == (200, CONTENT)


async def test_a_part_of_another_version_is_not_served(page, url):
    answer = await page.get(url, headers={"Range": "bytes=0-0", "If-Range": '"other"'})
    assert (answer.status_code, len(answer.content)) == (200, len(CONTENT))


async def test_head_tells_the_same_without_the_picture(page, url):
    full, head = await page.get(url), await page.head(url)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers == full.headers


@pytest.mark.parametrize(
    "path",
    [
        "/media/products/none.webp",
        "/media/products/",
        "/media/products/.hidden.webp",
        "/media/products/page.html",
        "/media/products/%00.webp",
        "/media/products/../originals/x.jpg",
        "/media/products/..%2forigin.jpg",
        "/media/%2e%2e/secret.png",
        "/media/" + "a" * 5000 + ".webp",
    ],
)
async def test_what_is_no_picture_is_not_found(page, path):
    answer = await page.get(path)
    assert failed(answer, 404)["message"] == "There is no such picture."
    assert answer.headers["cache-control"] == "no-store"


async def test_an_original_is_never_served(page, config, tmp_path):
    with (tmp_path / "photo").open("w+b") as file:
        file.write(encoded("JPEG"))
        key = Media.from_settings(config).store_original(file, ".jpg")
    assert Media.from_settings(config).read(f"/media/{key}") == encoded("JPEG")
    assert (await page.get(f"/media/{key}")).status_code == 404


async def test_nothing_can_be_written_there(page, url):
    for method in ("POST", "PUT", "DELETE"):
        assert (await page.request(method, url)).status_code == 404
    assert (await page.get(url)).content == CONTENT


def test_the_keys_of_a_bucket_may_be_a_setting(shop_settings, monkeypatch):
    with bucket() as kept:
        for name in KEYS:
            monkeypatch.delenv(name, raising=False)
        keys = SecretStr(":".join(KEYS.values()))
        media = Media.from_settings(shop_settings.model_copy(update={"media_url": kept.url(), "media_keys": keys}))
        assert media.read(media.store(CONTENT, kind="products", name="ring", suffix=".webp")) == CONTENT


async def test_a_bucket_that_is_away_is_said_to_be(shop_settings):
    away = shop_settings.model_copy(update={"media_url": f"s3://pictures?endpoint=http://127.0.0.1:{free_port()}"})
    transport = httpx2.ASGITransport(MediaApp(away))
    async with httpx2.AsyncClient(transport=transport, base_url="http://shop.example") as client:
        answer = await client.get("/media/products/ring.webp")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "3")


@pytest.mark.parametrize("is_old", [False, True])
async def test_what_was_shown_lately_is_shown_on_while_the_bucket_is_away(shop_settings, monkeypatch, is_old):
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    with bucket() as kept:
        config = shop_settings.model_copy(update={"media_url": kept.url()})
        media, large = Media.from_settings(config), CONTENT * (MAX_OBJECT_BYTES // len(CONTENT) + 1)
        shown = media.store(CONTENT, kind="products", name="shown", suffix=".webp")
        never = media.store(CONTENT, kind="products", name="never", suffix=".webp")
        by_parts = media.store(large, kind="products", name="large", suffix=".webp")
        transport = httpx2.ASGITransport(MediaApp(config))
        page = httpx2.AsyncClient(transport=transport, base_url="http://shop.example")
        assert (await page.get(shown)).content == CONTENT
        assert (await page.get(by_parts)).content == large
    if is_old:
        monkeypatch.setattr(cached_storage, "MAX_AGE_SECONDS", 0.0)
    assert (await page.get(shown)).content == CONTENT
    assert (await page.get(shown, headers={"Range": "bytes=2-5"})).content == CONTENT[2:6]
    assert [(await page.get(url)).status_code for url in (never, by_parts)] == [503, 503]
    await page.aclose()


def unavailable(*_):
    raise StorageUnavailable("The bucket of pictures: connection refused")


def test_the_cache_holds_what_was_read_last_within_its_size(bucket_server):
    pictures = [bytes([number]) * 1000 for number in range(4)]
    media = Media(CachedBucketStorage(bucket_server, max_bytes=2500))
    urls = [media.store(content, kind="products", name="ring", suffix=".webp") for content in pictures]
    for url, content in zip(urls, pictures, strict=True):
        assert media.read(url) == content
        media.delete(url.removeprefix("/media/"))
    assert [media.read(url) for url in urls[2:]] == pictures[2:]
    for url in urls[:2]:
        with pytest.raises(FileNotFoundError):
            media.read(url)


def test_a_picture_that_was_deleted_is_not_shown_from_the_cache_for_ever(bucket_server, monkeypatch):
    media = Media(CachedBucketStorage(bucket_server))
    url = media.store(CONTENT, kind="products", name="deleted", suffix=".webp")
    assert media.read(url) == CONTENT
    media.delete(url.removeprefix("/media/"))
    assert media.read(url) == CONTENT
    monkeypatch.setattr(cached_storage, "MAX_AGE_SECONDS", 0.0)
    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            media.read(url)


def test_a_failed_request_does_not_show_a_deleted_picture_for_another_day(bucket_server, monkeypatch):
    seconds = 0.0
    monkeypatch.setattr(cached_storage, "time", SimpleNamespace(monotonic=lambda: seconds))
    media = Media(CachedBucketStorage(bucket_server))
    url = media.store(CONTENT, kind="products", name="deleted", suffix=".webp")
    assert media.read(url) == CONTENT
    media.delete(url.removeprefix("/media/"))
    seconds += cached_storage.MAX_AGE_SECONDS
    with monkeypatch.context() as away:
        away.setattr(BucketStorage, "open", unavailable)
        assert media.read(url) == CONTENT
    assert media.read(url) == CONTENT  # the bucket is not read at each request
    seconds += 60
    with pytest.raises(FileNotFoundError):
        media.read(url)


def test_an_older_picture_is_shown_if_the_bucket_goes_away_while_it_is_read(bucket_server, monkeypatch):
    media = Media(CachedBucketStorage(bucket_server))
    url = media.store(CONTENT, kind="products", name="interrupted", suffix=".webp")
    assert media.read(url) == CONTENT
    monkeypatch.setattr(cached_storage, "MAX_AGE_SECONDS", 0.0)
    monkeypatch.setattr(StoredBucketObject, "read", unavailable)
    assert media.read(url) == CONTENT
    with pytest.raises(StorageUnavailable):
        Media(CachedBucketStorage(bucket_server)).read(url)


def test_what_a_place_holds_can_be_listed_and_removed(config, url):
    media = Media.from_settings(config)
    key = url.removeprefix("/media/")
    assert dict(media.list_keys())[key].timestamp() == pytest.approx(media.stored_at(key).timestamp(), abs=1)
    assert media.has_public(url)
    media.delete(key)
    media.delete(key)
    assert not media.has_public(url)
    assert key not in {kept for kept, _ in media.list_keys()}
    with pytest.raises(FileNotFoundError):
        media.stored_at(key)


def test_the_check_of_a_storage_leaves_nothing_behind(config, url):
    media = Media.from_settings(config)
    before = sorted(media.list_keys())
    media.check()
    assert sorted(media.list_keys()) == before


@pytest.mark.parametrize("status", [204, 404])
async def test_a_bucket_whose_server_deletes_single_objects_only_passes_the_check(shop_settings, monkeypatch, status):
    """Several providers have no bulk deletion. One returns 404 if the request is repeated after a lost response."""
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    received = []

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        await request.body()
        received.append(request.method)
        statuses = {"PUT": 200, "DELETE": status}
        await Response(status_code=statuses.get(request.method, 501), headers={"ETag": '"1"'})(scope, receive, send)

    async with serving(answer, lifespan="off") as port:
        config = shop_settings.model_copy(update={"media_url": f"s3://pictures?endpoint=http://127.0.0.1:{port}"})
        await asyncio.to_thread(Media.from_settings(config).check)
    assert received == ["PUT", "DELETE"]


def test_a_bucket_that_is_away_fails_the_check(shop_settings, monkeypatch):
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    away = shop_settings.model_copy(update={"media_url": f"s3://pictures?endpoint=http://127.0.0.1:{free_port()}"})
    with pytest.raises(StorageUnavailable, match="The bucket of pictures"):
        Media.from_settings(away).check()


def test_a_bucket_that_is_not_there_fails_the_check(bucket_server, shop_settings):
    other = shop_settings.model_copy(update={"media_url": bucket_server.replace("s3://pictures/", "s3://other/")})
    with pytest.raises(StorageUnavailable, match="The bucket of pictures"):
        Media.from_settings(other).check()
    with pytest.raises(FileNotFoundError, match="NoSuchBucket"):
        Media.from_settings(other).delete("products/ring.webp")
