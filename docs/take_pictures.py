"""Takes the pictures of the documents anew, from a shop of its own with the demo data: `make pictures`."""

import subprocess
import tempfile
from pathlib import Path

from PIL import Image

from tests.support.running_shop import ShopStack

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
MAX_BYTES = 150_000
PATIENCE = 300


def main() -> None:
    """Take screenshots of the pages and write each as a small WebP file."""
    with tempfile.TemporaryDirectory(prefix="swarna-pictures-") as folder:
        as_uploaded = {"SHOP_DEMO_RENDITIONS": "no"}  # the originals look the same and need no rendering
        with ShopStack(Path(folder) / "shop", with_demo=True, environment=as_uploaded) as shop:
            command = ["../../local/bin/npm", "run", "--silent", "photograph", "--", shop.url, folder]
            subprocess.run(command, cwd=ROOT / "tests" / "e2e", check=True, timeout=PATIENCE)
        PICTURES.mkdir(exist_ok=True)
        for taken in sorted(Path(folder).glob("*.png")):
            print(f"{_keep(taken).relative_to(ROOT)}")


def _keep(taken: Path) -> Path:
    """Write a picture in the best quality that fits."""
    kept = PICTURES / f"{taken.stem}.webp"
    with Image.open(taken) as picture:
        for quality in (85, 75, 65, 50):
            picture.convert("RGB").save(kept, "WEBP", quality=quality, method=6)
            if kept.stat().st_size <= MAX_BYTES:
                break
    return kept


if __name__ == "__main__":
    main()
