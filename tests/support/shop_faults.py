"""Faults of a running shop that last as long as a block."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.support.running_shop import ShopStack
from tests.support.suspended_processes import backends, stopped_backends


@contextmanager
def suspended_backends(owner: psycopg.Connection, name: str, most: int) -> Iterator[int]:
    """Stop this number of backends with connections of this name. Yield how many were stopped."""
    pids = backends(owner, name)[:most]
    with stopped_backends(pids):
        yield len(pids)


@contextmanager
def suspended(shop: ShopStack, *names: str) -> Iterator[None]:
    """Suspend these processes. Their supervisor takes them for running."""
    pids = [shop.pid(name) for name in names]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


@contextmanager
def used_up(owner: psycopg.Connection, sequences: Sequence[str], *, percent: int = 100) -> Iterator[None]:
    """Let sequences have given this part of their numbers."""
    chosen = "FROM pg_sequences WHERE sequencename = ANY(%s)"
    before = owner.execute(f"SELECT sequencename, coalesce(last_value, 1) {chosen}", [sequences]).fetchall()
    given = "(max_value::numeric * %s / 100)::bigint"
    owner.execute(f"SELECT setval(sequencename::regclass, {given}) {chosen}", [percent, sequences])
    try:
        yield
    finally:
        for sequence, number in before:
            owner.execute("SELECT setval(%s, %s)", [sequence, number])


@contextmanager
def unknown_work(owner: psycopg.Connection, count: int) -> Iterator[None]:
    """Record deliveries of a queue that no worker of this version knows."""
    owner.execute(
        """
        WITH event AS (
            INSERT INTO domain_event (type, aggregate, reach, data, occurred_at)
            SELECT 'left.over', 'left:over', 'nobody', '{}', now() FROM generate_series(1, %s) RETURNING id
        ) INSERT INTO delivery (event_id, consumer, queue, due_at) SELECT id, 'push', 'sms', now() FROM event
        """,
        [count],
    )
    try:
        yield
    finally:
        owner.execute("UPDATE delivery SET dead_at = now(), done_at = now() WHERE queue = 'sms'")


@contextmanager
def pictures_away(shop: ShopStack) -> Iterator[None]:
    """Let a file take the place of the folder of pictures."""
    originals = Path(shop.environment["SHOP_MEDIA_DIR"]) / "originals"
    aside = originals.rename(originals.with_name("aside")) if originals.exists() else None
    originals.touch()
    try:
        yield
    finally:
        originals.unlink()
        if aside:
            aside.rename(originals)
