"""Expensive preparations that tests share: a migrated database, a shop with the demo data."""

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

from local.postgres import Postgres

_ROOT = Path(__file__).resolve().parents[2]
# fsync is off: only a crash of the machine could lose data. A kill of the server cannot.
FAST = {"fsync": "off", "full_page_writes": "off", "shared_buffers": "64MB"}
_PICTURE_SIZE = (96, 96)


def migrate(url: str) -> None:
    """Migrate a database to the current schema."""
    _run("alembic", "upgrade", "head", SHOP_DATABASE_URL=url)


def demo_shop(folder: Path) -> Path:
    """Create the demo shop in `folder`, with small copies of the pictures. :class:`ShopStack` opens such a folder.

    No process uses the folder afterwards, so it may be copied.
    """
    with Postgres(folder / "postgres", settings=FAST) as server:
        server.create_database()
        migrate(server.url)
        _run("demo", SHOP_DATABASE_URL=server.url, SHOP_MEDIA_DIR=str(folder / "media"), SHOP_DEMO_RENDITIONS="no")
    _shrink_pictures(folder / "media")
    return folder


def _shrink_pictures(folder: Path) -> None:
    """Replace each picture by a small JPEG that browsers lay out in the size of the original.

    Decoding and drawing the originals takes a quarter of a browser's CPU time for a page. A browser lays out a JPEG in
    the size that its EXIF data gives, if the resolution there agrees (HTML Standard, "Preparing an image for
    presentation").
    """
    from PIL import Image  # noqa: PLC0415 - unit tests must not load it
    from PIL.ExifTags import IFD, Base  # noqa: PLC0415 - as above

    for file in folder.rglob("*.*"):
        with Image.open(file) as original:
            width, height = original.size
            picture = original.convert("RGB")
        picture.thumbnail(_PICTURE_SIZE)
        exif = Image.Exif()
        exif[Base.ResolutionUnit] = 2  # inches
        exif[Base.XResolution] = Fraction(72 * picture.width, width)
        exif[Base.YResolution] = Fraction(72 * picture.height, height)
        exif.get_ifd(IFD.Exif).update({Base.ExifImageWidth: width, Base.ExifImageHeight: height})
        picture.save(file, "JPEG", exif=exif)


def _run(*words: str, **settings: str) -> None:
    environment = os.environ | {"SHOP_ENVIRONMENT": "local", "SHOP_SECRET_KEY": "t" * 40} | settings
    done = subprocess.run(
        [sys.executable, "-m", *words],
        env=environment,
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
