"""The oldest version of PostgreSQL that the shop runs on."""

import sys
from collections.abc import Sequence

OLDEST_MAJOR = 17
"""The first version with the collation ``pg_c_utf8`` and the privilege ``MAINTAIN``."""


def refuse_old_server(version: Sequence[int]) -> None:
    """End the process with one sentence if the server is too old.

    :param version: the numbers of the server's version, such as 18 and 4.
    """
    if version[0] < OLDEST_MAJOR:
        number = ".".join(str(part) for part in version)
        sys.exit(f"The shop needs PostgreSQL {OLDEST_MAJOR} or newer; this server is {number}. Nothing was changed.")
