"""Whether the process of this container is at work, for the container's health check.

python deploy/alive.py http       the site or realtime answers on port 8000; what it says is another question
python deploy/alive.py process    the relay or worker wrote its sign of life within the last seconds
"""

import socket
import sys
import urllib.error
import urllib.request

URL = "http://127.0.0.1:8000/api/health/"
FRESH = """
    SELECT count(*) FROM process WHERE name LIKE '%%' || %s AND seen_at > now() - interval '15 s'
"""


def answers() -> bool:
    """Tell whether a web server speaks HTTP at the port, be it of trouble elsewhere."""
    try:
        urllib.request.urlopen(URL, timeout=4).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def beats() -> bool:
    """Tell whether a process of this host was heard of lately; while PostgreSQL is away, nobody is to blame."""
    import psycopg  # noqa: PLC0415 - the other check starts without it

    from shop.db.engine import driver_dsn  # noqa: PLC0415
    from shop.settings import DatabaseSettings  # noqa: PLC0415

    try:
        with psycopg.connect(driver_dsn(DatabaseSettings()), connect_timeout=4) as connection:
            row = connection.execute(FRESH, [socket.gethostname()]).fetchone()
    except psycopg.Error:
        return True
    return row is not None and row[0] > 0


if __name__ == "__main__":
    sys.exit(0 if {"http": answers, "process": beats}[sys.argv[1]]() else 1)
