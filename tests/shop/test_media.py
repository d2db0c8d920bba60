import io
import os
import resource

import pytest

from shop.media.folder import FolderStorage
from shop.media.media import Media
from shop.media.storage import StorageUnavailable


def test_what_is_kept_can_be_read_at_its_address(tmp_path):
    media = Media(FolderStorage(tmp_path))
    url = media.store(b"pixels", kind="products", name="ring", suffix=".webp")
    assert url.startswith("/media/products/ring-")
    assert media.read(url) == b"pixels"


def test_the_same_bytes_have_the_same_address_and_other_bytes_another(tmp_path):
    media = Media(FolderStorage(tmp_path))
    urls = [media.store(content, kind="products", name="ring", suffix=".webp") for content in (b"a", b"a", b"b")]
    assert urls[0] == urls[1] != urls[2]
    assert len(list((tmp_path / "products").iterdir())) == 2


@pytest.mark.parametrize(
    ("key", "mode"),
    [("pictures/ring.webp", 0o644), ("originals/a.jpg", 0o600), ("documents/i.pdf", 0o600), ("exports/7.zip", 0o600)],
)
def test_only_public_pictures_can_be_read_by_other_users(tmp_path, key, mode):
    umask = os.umask(0o022)
    try:
        FolderStorage(tmp_path).put(key, io.BytesIO(b"content"))
    finally:
        os.umask(umask)
    assert (tmp_path / key).stat().st_mode & 0o777 == mode


@pytest.mark.parametrize("url", ["/media/../secret", "/media/a/../../secret", "/etc/passwd"])
def test_an_address_outside_the_folder_is_refused(tmp_path, url):
    (tmp_path.parent / "secret").write_text("no")
    with pytest.raises(ValueError, match="is not an address"):
        Media(FolderStorage(tmp_path)).read(url)


def test_a_picture_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        Media(FolderStorage(tmp_path)).read("/media/products/none.webp")


def test_a_folder_that_can_store_passes_the_check_and_holds_nothing_of_it(tmp_path):
    media = Media(FolderStorage(tmp_path))
    media.check()
    assert list(media.list_keys()) == []
    assert list((tmp_path / "originals").iterdir()) == []


def test_a_file_that_is_removed_while_the_folder_is_listed_is_left_out(tmp_path):
    storage = FolderStorage(tmp_path)
    for name in ("ring", "chain"):
        storage.put(f"originals/{name}.jpg", io.BytesIO(b"pixels"))
    listed = storage.list_keys()
    first, _ = next(listed)
    for name in ("ring", "chain"):
        storage.delete(f"originals/{name}.jpg")
    assert first in {"originals/ring.jpg", "originals/chain.jpg"}
    assert list(listed) == []


def test_a_folder_with_too_little_room_fails_the_check(tmp_path):
    with pytest.raises(StorageUnavailable, match=r"Only \d+ MB are free in the folder of pictures"):
        FolderStorage(tmp_path, min_free_bytes=2**60).check()


def test_a_full_folder_fails_the_check_and_refuses_images(tmp_path):
    """A limit on the size of files simulates a full disk: files can be created, but not written."""
    storage = FolderStorage(tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with pytest.raises(StorageUnavailable, match="The folder of pictures"):
            storage.check()
        with pytest.raises(StorageUnavailable, match="The folder of pictures"):
            storage.put("originals/ring.jpg", io.BytesIO(b"pixels"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list((tmp_path / "originals").iterdir()) == []
    storage.check()
