import base64
import fcntl
import os
import secrets
import shlex
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from cryptography.hazmat.primitives.asymmetric import ec

from local.errors import StartError
from local.launcher import Configuration
from local.ports import is_free
from shop.media.keys import PRIVATE_KINDS


def read(environment: Mapping[str, str]) -> Configuration:
    """Read the data folder and the address from the environment, and create the data folder.

    :raises StartError: with one sentence for a person.
    """
    host = environment.get("HOST") or "127.0.0.1"
    port = _port(environment.get("PORT") or "8000")
    _check_address(host, port)
    data_dir = _data_dir(environment.get("DATA_DIR") or "var")
    return Configuration(
        data_dir=data_dir,
        host=host,
        ports=(port,),
        secret_key=environment.get("SHOP_SECRET_KEY") or _secret(data_dir / "secret"),
        vapid_key=environment.get("SHOP_VAPID_PRIVATE_KEY") or _vapid_key(data_dir / "vapid-key"),
        database_url=environment.get("SHOP_DATABASE_URL") or None,
        redis_url=environment.get("SHOP_REDIS_URL") or None,
        smtp_url=environment.get("SHOP_SMTP_URL") or None,
    )


def lock(data_dir: Path) -> IO[str]:
    """Lock the data folder against other shops while the returned file is open.

    :raises StartError: with one sentence for a person.
    """
    with _folder_errors(data_dir), ExitStack() as on_failure:
        file = on_failure.enter_context((data_dir / "lock").open("a+"))
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip()
            raise StartError(
                f"Another shop (process {holder}) uses {data_dir}: stop it, or set DATA_DIR to another folder."
            ) from None
        file.truncate(0)
        os.write(file.fileno(), str(os.getpid()).encode())
        on_failure.pop_all()
    return file


def write_environment(path: Path, values: Mapping[str, str]) -> None:
    """Write the variables as shell assignments, for commands beside the running shop."""
    write_private(path, "".join(f"{name}={shlex.quote(value)}\n" for name, value in sorted(values.items())))


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read. It appears only when it is complete."""
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        Path(temporary).replace(path)
    finally:
        Path(temporary).unlink(missing_ok=True)


def _port(text: str) -> int:
    with suppress(ValueError):
        if 0 < int(text) < 65_536:
            return int(text)
    raise StartError(f"PORT must be a number from 1 to 65535, not {text!r}.")


def _check_address(host: str, port: int) -> None:
    try:
        free = is_free(host, port)
    except OSError as error:
        raise StartError(f"The shop cannot listen at {host}:{port} ({error.strerror}): set HOST and PORT.") from None
    if not free:
        raise StartError(
            f"Port {port} at {host} is in use: stop what uses it, "
            f"or choose another, as in `PORT={_other(port)} make run`."
        )


def _other(port: int) -> int:
    return port + 1 if port < 65_535 else 8000


def _data_dir(text: str) -> Path:
    path = Path(text).expanduser().resolve()
    with _folder_errors(path):
        path.mkdir(parents=True, exist_ok=True)
        (path / "media").mkdir(exist_ok=True)
        for name in ("mail", *(f"media/{kind}" for kind in PRIVATE_KINDS)):
            (path / name).mkdir(exist_ok=True)
            (path / name).chmod(0o700)  # an earlier version may have made it with the mode of the umask
    return path


@contextmanager
def _folder_errors(data_dir: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StartError(
            f"{data_dir} cannot be used as the data folder ({error.strerror}): set DATA_DIR to a folder of yours."
        ) from None


def _vapid_key(path: Path) -> str:
    """Create the key of Web Push on the first start. Browsers subscribe to it, so it is never replaced."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _read_or_create(path, base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("="))


def _secret(path: Path) -> str:
    """Create the secret key on the first start. Stored data is encrypted with it, so it is never replaced."""
    return _read_or_create(path, secrets.token_urlsafe(48))


def _read_or_create(path: Path, new: str) -> str:
    """Return the text of a file. A missing file, or the empty one that a full disk left, gets the new text."""
    with _folder_errors(path.parent):
        if not path.exists() or path.stat().st_size == 0:
            write_private(path, new)
        return path.read_text().strip()
