"""An outage is logged once, and its recovery once."""

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
