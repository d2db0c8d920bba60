"""The format of the log, and outages: each is logged once, and its recovery once."""

import json
import os
import subprocess
import sys

from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from shop.observability.logs import OutageLogger


def test_an_outage_is_told_once_each_time_it_begins_and_ends():
    outage = OutageLogger("no paper")
    with capture_logs() as told:
        outage.recovered()
        for _ in range(3):
            outage.failed(ValueError("none left\nat all"))
        for _ in range(2):
            outage.recovered()
        outage.failed(OperationalError("SELECT 1", {}, Exception("connection refused")))
        outage.recovered()
        outage.failed(OSError())
    assert [(line["log_level"], line["event"], line.get("reason")) for line in told] == [
        ("warning", "no paper", "none left"),
        ("info", "no longer: no paper", None),
        ("warning", "no paper", "connection refused"),
        ("info", "no longer: no paper", None),
        ("warning", "no paper", "OSError"),
    ]


LOGS = """
import logging, structlog
from shop.observability.logs import configure
logging.getLogger("uvicorn").addHandler(logging.StreamHandler())  # as uvicorn does before it imports the application
logging.getLogger("uvicorn").propagate = False
configure("web")
structlog.get_logger().warning("ours", order=7)
logging.getLogger("kombu").warning("lost %s", "Redis")
try:
    raise ValueError("first line" + chr(10) + "second line")
except ValueError:
    logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
"""


def test_each_line_of_the_log_is_an_object_also_those_of_libraries():
    variables = {"SHOP_DATABASE_URL": "postgresql://nobody@127.0.0.1:9/shop", "SHOP_SECRET_KEY": "x" * 40}
    done = subprocess.run(
        [sys.executable, "-c", LOGS], env=os.environ | variables, capture_output=True, text=True, check=True
    )

    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.stderr == ""
    assert [(line["level"], line["event"], line.get("logger"), line["process"]) for line in lines] == [
        ("warning", "ours", None, "web"),
        ("warning", "lost Redis", "kombu", "web"),
        ("error", "Exception in ASGI application", "uvicorn.error", "web"),
    ]
    assert lines[2]["exception"].endswith("ValueError: first line\nsecond line")
