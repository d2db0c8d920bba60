"""Prometheus scrapes, alerts and dashboards use metrics that the shop has, and services of compose.yaml."""

import json
import re
from pathlib import Path
from typing import Any

import yaml
from sqlalchemy import create_engine

from tests.support.compose_topology import ROOT, services
from workers.queue_metrics import QueueCollector

OBSERVE = ROOT / "deploy" / "observe"
_NAMED = re.compile(r"\bshop_[a-z_]+")
_SUFFIXES = ("_bucket", "_count", "_sum", "_total")


def described(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


def metrics() -> set[str]:
    """Return the names of all metrics in the code."""
    code = "".join(
        path.read_text() for part in ("api", "workers", "realtime", "shop") for path in (ROOT / part).rglob("*.py")
    )
    return set(re.findall(r'"(shop_[a-z_]+)"', code))


def asked_for(expression: str) -> set[str]:
    names = set(_NAMED.findall(expression))
    return {name.removesuffix(next((s for s in _SUFFIXES if name.endswith(s)), "")) for name in names}


def test_every_python_service_is_asked() -> None:
    [config] = described(OBSERVE / "prometheus.yml")["scrape_configs"]
    [source] = config["dns_sd_configs"]
    serving = {name for name, service in services().items() if "SHOP_METRICS_PORT" in service.get("environment", {})}
    assert set(source["names"]) == serving - {"migrate"}
    assert str(source["port"]) == services()["api"]["environment"]["SHOP_METRICS_PORT"]


def test_alerts_look_at_figures_that_are_there_and_have_a_runbook() -> None:
    manual = (ROOT / "docs" / "operations.md").read_text()
    [group] = described(OBSERVE / "rules.yml")["groups"]
    for rule in group["rules"]:
        assert asked_for(rule["expr"]) <= metrics(), rule["alert"]
        assert f"### {rule['alert']}" in manual
        assert rule["annotations"]["summary"]
        assert all(f"`{name}`" in manual for name in asked_for(rule["expr"])), rule["alert"]


def test_the_alert_of_a_service_that_is_gone_names_it() -> None:
    """In Prometheus, `absent` keeps only the labels of a plain selector, and `max` only those of its `by`."""
    [group] = described(OBSERVE / "rules.yml")["groups"]
    [rule] = [rule for rule in group["rules"] if rule["alert"] == "ServiceGone"]
    none_answers, *none_there = rule["expr"].split(" or ")
    assert none_answers == "max by (service) (up) == 0"
    [config] = described(OBSERVE / "prometheus.yml")["scrape_configs"]
    [source] = config["dns_sd_configs"]
    assert set(none_there) == {f'absent(up{{service="{name}"}})' for name in source["names"]}
    assert "{{ $labels.service }}" in rule["annotations"]["summary"]


def test_a_database_that_does_not_answer_raises_an_alert() -> None:
    """A relay then has no figures of the shop, and comparisons with missing figures raise no alert."""
    engine = create_engine("postgresql+psycopg://u:p@127.0.0.1:9/d")
    assert list(QueueCollector(engine).collect()) == []
    [group] = described(OBSERVE / "rules.yml")["groups"]
    [rule] = [rule for rule in group["rules"] if rule["expr"] == "absent(shop_outbox_lag_seconds)"]
    assert rule["labels"] == {"severity": "page"}


def test_health_checks_do_not_count_as_failed_requests() -> None:
    """Health checks respond with 503 if a part is missing, and run every ten seconds, so error rates exclude them."""
    [group] = described(OBSERVE / "rules.yml")["groups"]
    board = json.loads((OBSERVE / "grafana-board.json").read_text())
    asked = [rule["expr"] for rule in group["rules"]]
    asked += [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    shares = [expression for expression in asked if "5.." in expression]
    assert len(shares) == 2
    for share in shares:
        assert share.count("shop_request_seconds_count") == share.count('route!="/api/health/"') == 2


def test_who_waits_at_the_feed_is_not_answered_slowly() -> None:
    [group] = described(OBSERVE / "rules.yml")["groups"]
    [slow] = [rule["expr"] for rule in group["rules"] if rule["alert"] == "AnswersSlow"]
    assert 'shop_request_seconds_bucket{route!="/api/events/"}' in slow


def test_the_board_shows_figures_that_are_there() -> None:
    board = json.loads((OBSERVE / "grafana-board.json").read_text())
    expressions = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    assert len(expressions) >= 12
    for expression in expressions:
        assert asked_for(expression) <= metrics(), expression
