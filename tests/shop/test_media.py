import pytest

from shop.media import Media
from shop.media.folder import Folder


def test_what_is_kept_can_be_read_at_its_address(tmp_path):
    media = Media(Folder(tmp_path))
    url = media.keep(b"pixels", kind="products", name="ring", suffix=".webp")
    assert url.startswith("/media/products/ring-")
    assert media.read(url) == b"pixels"


def test_the_same_bytes_have_the_same_address_and_other_bytes_another(tmp_path):
    media = Media(Folder(tmp_path))
    urls = [media.keep(content, kind="products", name="ring", suffix=".webp") for content in (b"a", b"a", b"b")]
    assert urls[0] == urls[1] != urls[2]
    assert len(list((tmp_path / "products").iterdir())) == 2


@pytest.mark.parametrize("url", ["/media/../secret", "/media/a/../../secret", "/etc/passwd"])
def test_an_address_outside_the_folder_is_refused(tmp_path, url):
    (tmp_path.parent / "secret").write_text("no")
    with pytest.raises(ValueError, match="is not an address"):
        Media(Folder(tmp_path)).read(url)


def test_a_picture_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        Media(Folder(tmp_path)).read("/media/products/none.webp")
