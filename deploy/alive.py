"""The container health check: exit 0 if the process of this container works.

python deploy/alive.py http       the site or realtime answers HTTP on port 8000, with any status
python deploy/alive.py process    the relay or worker wrote a heartbeat within the last 15 s
"""

import socket
import sys
import urllib.error
import urllib.request

URL = "http://127.0.0.1:8000/api/health/"
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Opens a URL without the proxy that Docker may set in each container."""
FRESH = """
    SELECT count(*) FROM process WHERE name LIKE '%%' || %s AND seen_at > now() - interval '15 s'
"""


def answers() -> bool:
    """Return whether a web server responds at the port. An error status counts, because its cause may be elsewhere."""
    try:
        DIRECT.open(URL, timeout=4).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def beats() -> bool:
    """Return whether a process of this host wrote a recent heartbeat; True while PostgreSQL is unavailable."""
    import psycopg  # noqa: PLC0415 - the HTTP check does not need it

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
