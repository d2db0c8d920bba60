"""Measure the CPU time and the peak memory of a worker for a photograph of twelve megapixels.

The comparison with sharp comes first: both write only WebP, in the same widths. Our side does not load the libraries
that only the worker needs. Then a worker makes all renditions, AVIF included, of pictures of all formats.

make bench B=images
"""

import io
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

from bench.parts import report, rivals
from bench.parts.report import Goal
from shop.media.image_check import MAX_BYTES
from workers.renditions import WIDTHS

CPU_SECONDS = 2.5
MEGABYTES = 500

# Each image is processed in its own process, so that the peak memory is that of this image.
WEBP_ALONE = """
from workers import renditions
encode = renditions._encode
renditions._encode = lambda image, kind, **how: encode(image, kind, **how) if kind == "WEBP" else b""
"""
IN_A_WORKER = """
import resource
from workers import deliver
from workers.reactions import images
resource.setrlimit(resource.RLIMIT_DATA, (images.MAX_DATA_BYTES, images.MAX_DATA_BYTES))
"""
CHILD = """
import json, sys, time
from workers.renditions import UndecodableImage, render
content = open(sys.argv[1], "rb").read()
began = time.process_time()
try:
    result = f"{len(render(content).renditions)} sizes"
except UndecodableImage as error:
    result = "refused"
cpu = time.process_time() - began
[peak] = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(json.dumps({"cpu": cpu, "peak": int(peak) / 1024, "result": result}))
"""


def photograph(width: int, height: int, *, grain: float = 12) -> Image.Image:
    """Draw a picture that is as hard to encode as a photograph: soft shapes, edges and sensor noise."""
    draw = random.Random(7)
    coarse = Image.frombytes("RGB", (width // 64, height // 64), draw.randbytes(width // 64 * (height // 64) * 3))
    shapes = coarse.resize((width, height), Image.Resampling.BICUBIC)
    fine = Image.frombytes("RGB", (width // 8, height // 8), draw.randbytes(width // 8 * (height // 8) * 3))
    shapes = Image.blend(shapes, fine.resize((width, height), Image.Resampling.NEAREST), 0.15)
    return Image.blend(shapes, Image.effect_noise((width, height), grain).convert("RGB"), 0.2)


def cases() -> list[tuple[str, bytes, bool]]:
    """Return name, file, and whether the CPU limit applies to it."""
    twelve, forty = photograph(4000, 3000), photograph(7296, 5472)
    flat = Image.new("RGBA", forty.size, (200, 160, 40, 120))
    return [
        ("12 MP JPEG", _encoded(twelve, "JPEG", quality=90), True),
        ("12 MP JPEG, progressive", _encoded(twelve, "JPEG", quality=90, progressive=True), True),
        ("12 MP JPEG, on its side", _encoded(twelve, "JPEG", quality=90, exif=_sideways()), True),
        ("12 MP WebP", _encoded(twelve, "WEBP", quality=85), True),
        ("12 MP PNG, 256 colours", _encoded(twelve.quantize(256), "PNG"), True),
        ("40 MP JPEG", _encoded(forty, "JPEG", quality=70), False),
        ("40 MP JPEG, CMYK, progressive", _encoded(forty.convert("CMYK"), "JPEG", quality=50, progressive=True), False),
        ("40 MP PNG, transparent", _encoded(flat, "PNG"), False),
        ("18 MP WebP", _encoded(photograph(4864, 3648), "WEBP", quality=60), False),
        ("2500 x 16000 PNG", _encoded(flat.resize((2500, 16000)), "PNG"), False),
    ]


def _sideways() -> bytes:
    held = Image.Exif()
    held[0x0112] = 6
    return held.tobytes()


def _encoded(picture: Image.Image, kind: str, **options: object) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def _child(file: Path, before: str) -> dict[str, float | str]:
    environment = {"SHOP_DATABASE_URL": "postgresql://nowhere/none", "SHOP_SECRET_KEY": "x" * 40} | os.environ
    command = [sys.executable, "-c", before + CHILD, str(file)]
    answer = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return json.loads(answer.stdout)


def _sharp(file: Path) -> dict[str, float]:
    command = [rivals.node(), str(rivals.RIVALS / "pictures.cjs"), str(file), *map(str, WIDTHS)]
    environment = os.environ | {"NODE_PATH": str(rivals.packages())}
    answer = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return json.loads(answer.stdout)


def compare(file: Path) -> int:
    """Compare with sharp in alternation. Print medians of five."""
    made = [(_child(file, WEBP_ALONE), _sharp(file)) for _ in range(5)]
    ours, theirs = (
        {name: statistics.median(float(of[name]) for of in side) for name in ("cpu", "peak")}
        for side in zip(*made, strict=True)
    )
    report.table(
        ("12 MP JPEG to five WebP", "CPU s", "peak MB"),
        [("ours", ours["cpu"], ours["peak"]), ("sharp", theirs["cpu"], theirs["peak"])],
    )
    return report.goals(
        Goal("pictures for a second of CPU, to sharp's", theirs["cpu"] / ours["cpu"], least=1.8, floor=1.5),
        Goal("peak memory, to sharp's", ours["peak"] / theirs["peak"], most=0.5),
    )


def main() -> int:
    """Compare with sharp, then print a line for each format. Return 1 if a goal or a limit is missed."""
    report.head("Photographs")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "photograph.jpg"
        file.write_bytes(_encoded(photograph(4000, 3000), "JPEG", quality=90))
        missed = compare(file)
    return missed | _all_kinds()


def _all_kinds() -> int:
    broken = 0
    print(f"{'picture':<32}{'file':>9}{'made':>10}{'CPU':>9}{'peak':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name, content, is_promised in cases():
            if len(content) > MAX_BYTES:
                print(f"{name:<32}{len(content) / 2**20:>6.1f} MB  exceeds the shop's upload limit")
                continue
            file = Path(folder) / "picture"
            file.write_bytes(content)
            found = _child(file, IN_A_WORKER)
            is_quick = found["cpu"] < CPU_SECONDS or not is_promised
            fits = found["result"] != "refused" and found["peak"] < MEGABYTES and is_quick
            broken += not fits
            print(
                f"{name:<32}{len(content) / 2**20:>6.1f} MB{found['result']:>10}{found['cpu']:>7.2f} s"
                f"{found['peak']:>6.0f} MB{'' if fits else '   BROKEN'}"
            )
    print(f"limits: {CPU_SECONDS} s of CPU for 12 megapixels, {MEGABYTES} MB for any")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
