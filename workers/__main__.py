"""Run a worker for some queues: `python -m workers fanout`. `--name` distinguishes two workers of a host.

It replaces `celery -A workers.app worker`, which also loads a shell and takes 8 MB more in each process.
"""

import argparse
import os
import socket
import sys

from shop.startup.load_settings import load_settings
from workers.app import app
from workers.queues import QUEUES


def main() -> int:
    """Work until SIGTERM or SIGINT. The first queue sets the worker's pool and its niceness."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("queues", nargs="+", choices=QUEUES, metavar="queue", help=", ".join(QUEUES))
    parser.add_argument("--name", help="name of the worker, by default that of the first queue")
    options = parser.parse_args()
    load_settings()
    first = QUEUES[options.queues[0]]
    os.nice(first.niceness)
    worker = app.Worker(
        hostname=f"{options.name or options.queues[0]}@{socket.gethostname()}",
        queues=options.queues,
        pool_cls=first.pool,
        concurrency=1,
        loglevel="WARNING",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
    )
    worker.start()
    return worker.exitcode or 0


if __name__ == "__main__":
    sys.exit(main())
