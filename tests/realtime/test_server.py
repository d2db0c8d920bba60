"""The session determines a page's rooms, missed events are replayed, and the end of a session closes its pages."""

import asyncio
import contextlib
import json

import aiohttp
import pytest
import socketio
from sqlalchemy import text
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events import outbox
from shop.events.model import Audience
from shop.orders.events import OrderDeleted
from shop.personal_data.events import AccountErased
from shop.shipping.events import OrderShipmentChanged
from shop.tracking.events import OrderTrackingChanged
from shop.tracking.model import token as tracking_token
from tests.support import factories
from tests.support.http_client import Browser

SHOPPERS = Audience.CUSTOMER_AND_ADMINS


def happen_to(shop, customer, number: int) -> None:
    shop.happen(audience=SHOPPERS, customer_id=customer.id, number=number, secret="Karthik")


async def told(shop, *pages, number: int = 999) -> None:
    """Publish another event for everyone and wait until the pages have it, as they then have all earlier events."""
    shop.happen(audience=Audience.EVERYONE, number=number)
    for page in pages:
        await page.until(lambda page=page: number in _numbers(page))


def numbers(page) -> list[int]:
    return [number for number in _numbers(page) if number != 999]


def _numbers(page) -> list[int]:
    """Return the numbers of the events of the log. Incidents have neither a position nor a number."""
    return [event["data"]["number"] for event in page.events if "id" in event]


async def handshake(
    shop,
    *,
    origin: str | None = None,
    cookie: str | None = None,
    query: str | None = None,
    host: str | None = None,
    path: str = "/socket.io/",
):
    """Try to open a socket. Return the status of the response (101 if it opened)."""
    query = "transport=websocket&EIO=4" if query is None else query
    given = (("Origin", origin), ("Cookie", cookie), ("Host", host))
    headers = {name: value for name, value in given if value}
    async with aiohttp.ClientSession() as http:
        try:
            async with http.ws_connect(f"{shop.url}{path}?{query}", headers=headers):
                return 101
        except aiohttp.WSServerHandshakeError as refusal:
            return refusal.status


async def test_everyone_hears_what_is_everyones_and_their_own_only(shop, people):
    asha, ben, karthik = [await shop.open(token) for token in (people.of_asha, people.of_ben, people.of_karthik)]
    visitor = await shop.open()
    happen_to(shop, people.asha, 1)
    happen_to(shop, people.ben, 2)
    shop.happen(audience=Audience.ADMINS, number=3)
    shop.happen(audience=Audience.NOBODY, number=4)
    await told(shop, asha, ben, karthik, visitor)
    assert [numbers(page) for page in (asha, ben, karthik, visitor)] == [[1], [2], [1, 2, 3], []]


async def test_only_an_admin_is_told_who_did_it(shop, people):
    asha, karthik = await shop.open(people.of_asha), await shop.open(people.of_karthik)
    happen_to(shop, people.asha, 1)
    await told(shop, asha, karthik)
    assert asha.events[0] == {**asha.events[0], "id": 1, "type": "catalogue.changed", "data": {"number": 1}}
    assert karthik.events[0]["data"] == {"number": 1, "changedBy": "Karthik"}
    assert asha.events[0]["at"] == karthik.events[0]["at"]
    assert asha.events[0]["at"].endswith("Z")
    assert asha.heard[1][0] == "catalogue.changed"


async def test_staff_hear_what_their_roles_receive_also_of_what_they_missed(shop, people, engine):
    with Session(engine) as session:
        tokens = {
            role: "swarna_admin=" + factories.sign_in(session, factories.hire_admin(session, role, roles=[role]))
            for role in ("orders", "operator", "finance")
        }
        session.commit()
    pages = {role: await shop.open(token, role="admin") for role, token in tokens.items()}
    for number, kind in enumerate(("order.placed", "stock.changed", "invoice.issued", "unheard.of"), start=1):
        shop.happen(audience=Audience.ADMINS, number=number, type=kind)
    await told(shop, *pages.values())
    heard = {role: numbers(page) for role, page in pages.items()}
    assert heard == {"orders": [1, 2, 3], "operator": [], "finance": [1, 3]}
    again = {role: await shop.open(token, role="admin", after=0) for role, token in tokens.items()}
    assert {role: numbers(page) for role, page in again.items()} == heard


async def test_pages_of_staff_without_a_required_second_factor_receive_nothing_of_the_shop(shop, people, engine, api):
    open_page = await shop.open(people.of_karthik, role="admin")
    with Session(engine) as session:
        owner = factories.hire_admin(session, "Meena", "meena@shop.example")
        owner.second_factor_since = now()
        token = factories.sign_in(session, owner)
        session.commit()
    async with Browser(api).hold(owner, token) as browser:
        required = await browser.post("/admin/staff/?flag=secondFactor", json={"isRequired": True})
        assert required.status_code == 200, required.text
    await asyncio.wait_for(open_page.closed.wait(), 60)
    shop.push(shop.sequence())
    await shop.feed.catch_up()
    without, hers = (
        await shop.open(people.of_karthik, role="admin"),
        await shop.open(f"swarna_admin={token}", role="admin"),
    )
    happen_to(shop, people.asha, 1)
    await told(shop, without, hers)
    assert [numbers(without), numbers(hers)] == [[], [1]]
    again = await shop.open(people.of_karthik, role="admin", after=0)
    assert numbers(again) == []


async def test_a_second_factor_that_is_required_by_now_counts_for_open_pages(shop, people, engine):
    karthik = await shop.open(people.of_karthik, role="admin")
    await shop.realtime.server.sessions.end_dead()
    assert not karthik.closed.is_set()
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO staff_policy (id, second_factor_required_since) VALUES (1, now())"))
    await shop.realtime.server.sessions.end_dead()
    await asyncio.wait_for(karthik.closed.wait(), 60)


async def test_changed_roles_count_for_open_pages_at_once(shop, people, engine):
    karthik = await shop.open(people.of_karthik, role="admin")
    with engine.begin() as connection:
        connection.execute(text("UPDATE admin SET roles = '{operator}'"))
        connection.execute(text("SELECT pg_notify('session_ended', 'roles:' || id) FROM session WHERE role = 'admin'"))
    await asyncio.wait_for(karthik.closed.wait(), 60)
    again = await shop.open(people.of_karthik, role="admin")
    happen_to(shop, people.asha, 1)
    shop.happen(audience=Audience.ADMINS, number=2, type="order.placed")
    await told(shop, again)
    assert numbers(again) == [1]


async def test_roles_that_change_between_the_handshake_and_the_hello_count_for_the_page(shop, people):
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(
            f"{shop.url}/socket.io/?transport=websocket&EIO=4", headers={"Cookie": people.of_karthik}
        ) as socket,
    ):
        assert (await socket.receive_str(timeout=60)).startswith("0{")
        with shop.engine.begin() as connection:
            connection.execute(text("UPDATE admin SET roles = '{operator}'"))
        await socket.send_str('40{"role":"admin"}')
        async with asyncio.timeout(60):
            packets = [str(message.data) async for message in socket]
    assert not any("caught_up" in packet or "session_ended" in packet for packet in packets)
    assert shop.realtime.server.connections.session_ids == set()


async def test_an_admin_who_is_a_shopper_too_hears_each_event_once(shop, people):
    both = await shop.open(people.of_asha, people.of_karthik)
    happen_to(shop, people.asha, 1)
    happen_to(shop, people.ben, 2)
    await told(shop, both)
    assert numbers(both) == [1, 2]


async def test_a_page_may_listen_as_one_of_two_people(shop, people):
    as_shopper = await shop.open(people.of_asha, people.of_karthik, role="customer")
    as_admin = await shop.open(people.of_asha, people.of_karthik, role="admin")
    happen_to(shop, people.asha, 1)
    happen_to(shop, people.ben, 2)
    await told(shop, as_shopper, as_admin)
    assert [numbers(as_shopper), numbers(as_admin)] == [[1], [1, 2]]
    assert "changedBy" not in as_shopper.events[0]["data"]


@pytest.mark.parametrize(("holder", "role"), [("asha", "admin"), ("karthik", "customer"), (None, "customer")])
async def test_a_role_that_is_not_held_ends_the_page(shop, people, holder, role):
    page = await shop.open(*([getattr(people, f"of_{holder}")] if holder else []), role=role)
    await page.word("session_ended")
    await asyncio.wait_for(page.closed.wait(), 60)
    happen_to(shop, people.asha, 1)
    assert page.events == []


async def test_a_page_of_a_visitor_hears_nothing_of_the_people_of_its_browser(shop, people):
    page = await shop.open(people.of_asha, people.of_karthik, role="visitor")
    happen_to(shop, people.asha, 1)
    shop.happen(audience=Audience.ADMINS, number=2)
    shop.happen(audience=Audience.EVERYONE, number=3)
    await told(shop, page)
    again = await shop.open(people.of_asha, people.of_karthik, role="visitor", after=0)
    assert [numbers(page), numbers(again)] == [[3], [3]]


@pytest.mark.parametrize("role", [None, "", "root", 5, ["admin"], {"a": 1}, True])
async def test_a_junk_role_narrows_nothing_and_gives_nothing(shop, people, role):
    page = await shop.open(people.of_asha, role=role)
    assert await page.word("caught_up") == {"through": 0}
    happen_to(shop, people.ben, 1)
    happen_to(shop, people.asha, 2)
    await told(shop, page)
    assert numbers(page) == [2]


async def test_a_page_without_after_is_caught_up_at_once(shop, people):
    happen_to(shop, people.asha, 1)
    await shop.feed.catch_up()
    page = await shop.open(people.of_asha)
    assert await page.word("caught_up") == {"through": 1}
    assert page.events == []


@pytest.mark.parametrize("who", ["asha", "ben", "karthik", "visitor"])
async def test_a_page_that_was_away_gets_what_it_missed_in_order(shop, people, who):
    for number in range(12):
        audience = [SHOPPERS, Audience.EVERYONE, Audience.ADMINS, Audience.NOBODY][number % 4]
        owner = people.asha if number % 3 else people.ben
        shop.record(audience=audience, customer_id=owner.id if audience is SHOPPERS else None, number=number)
    shop.sequence()
    await shop.feed.catch_up()
    expected = {
        "asha": [4, 5, 8, 9],
        "ben": [5, 9],
        "karthik": [4, 5, 6, 8, 9, 10],
        "visitor": [5, 9],
    }[who]
    page = await shop.open(*([] if who == "visitor" else [getattr(people, f"of_{who}")]), after=4)
    assert await page.word("caught_up") == {"through": 12}
    assert numbers(page) == expected
    assert page.words == ["event"] * len(expected) + ["caught_up"]
    await told(shop, page)
    assert page.ids == sorted(set(page.ids))


async def test_a_page_that_missed_an_event_that_this_version_cannot_read_gets_the_others(shop, people):
    shop.record(number=1)
    with shop.engine.begin() as connection:
        connection.execute(text("UPDATE domain_event SET reach = 'a reach of a later version'"))
    shop.sequence()
    happen_to(shop, people.asha, 2)
    await shop.feed.catch_up()
    page = await shop.open(people.of_karthik, role="admin", after=0)
    assert await page.word("caught_up") == {"through": 2}
    assert numbers(page) == [2]


@pytest.mark.parametrize(
    "after", ["5", "", -1, 1.0, 0.5, True, False, 10**30, 2**63, [], [1], {"a": 1}, 10**6], ids=repr
)
async def test_a_junk_after_means_loading_again(shop, people, after):
    happen_to(shop, people.asha, 1)
    await shop.feed.catch_up()
    page = await shop.open(people.of_asha, after=after)
    assert await page.word("resync") == {"through": 1}
    assert page.events == []
    await told(shop, page)
    assert page.words == ["resync", "event"]


async def test_what_is_no_longer_kept_means_loading_again(shop, people):
    for number in range(5):
        happen_to(shop, people.asha, number)
    with shop.engine.begin() as connection:
        connection.execute(text("DELETE FROM domain_event WHERE position <= 3"))
        connection.execute(text("UPDATE event_stream SET pruned_through = 3"))
    await shop.feed.catch_up()
    old, young = await shop.open(people.of_asha, after=2), await shop.open(people.of_asha, after=3)
    assert await old.word("resync") == {"through": 5}
    assert await young.word("caught_up") == {"through": 5}
    assert (numbers(old), numbers(young)) == ([], [3, 4])


@pytest.mark.parametrize(("missed", "word"), [(1000, "caught_up"), (1001, "resync")])
async def test_more_than_a_thousand_missed_means_loading_again(shop, people, missed, word):
    with shop.engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO domain_event (type, aggregate, reach, data, occurred_at) "
                """SELECT 'catalogue.changed', 'x', 'everyone', '{"number": 1}', now() FROM generate_series(1, :many)"""
            ),
            {"many": missed},
        )
    while shop.sequence():
        pass
    await shop.feed.catch_up()
    page = await shop.open(after=0)
    assert await page.word(word) == {"through": missed}
    assert len(page.events) == (missed if word == "caught_up" else 0)
    assert page.ids == sorted(page.ids)


async def test_too_many_missed_counts_also_what_a_role_does_not_receive(shop, people, engine):
    with Session(engine) as session:
        token = factories.sign_in(session, factories.hire_admin(session, "finance", roles=["finance"]))
        session.commit()
    shop.record(audience=Audience.ADMINS, type="stock.changed", number=0)
    with shop.engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO domain_event (type, aggregate, reach, data, occurred_at) "
                """SELECT 'order.placed', 'x', 'admins', '{"number": 1}', now() FROM generate_series(1, 1001)"""
            )
        )
    while shop.sequence():
        pass
    await shop.feed.catch_up()
    page = await shop.open(f"swarna_admin={token}", role="admin", after=0)
    assert await page.word("resync") == {"through": 1002}
    assert page.events == []


async def test_nothing_is_lost_between_the_replay_and_the_rooms(shop, people):
    """Events are recorded while ten pages connect with their last position."""
    for number in range(10):
        happen_to(shop, people.asha, number)
    await shop.feed.catch_up()
    written = 10

    async def write() -> None:
        nonlocal written
        for _ in range(40):
            await asyncio.to_thread(happen_to, shop, people.asha, written)
            written += 1

    writing = asyncio.create_task(write())
    opening = [
        shop.open(*([people.of_asha] if number % 2 else [people.of_karthik]), after=number) for number in range(10)
    ]
    pages = await asyncio.gather(*opening)
    await writing
    for after, page in enumerate(pages):
        await page.until(lambda page=page: page.ids and page.ids[-1] == written)
        assert page.ids == list(range(after + 1, written + 1))


async def test_a_dead_cookie_is_refused(shop, people, caplog):
    assert await handshake(shop, cookie="swarna_customer=nonsense") == 401
    assert not caplog.records  # a refusal is no error of the shop
    assert await handshake(shop, cookie=people.of_asha) == 101
    with shop.engine.begin() as connection:
        connection.execute(text("UPDATE session SET expires_at = now()"))
    assert await handshake(shop, cookie=people.of_asha) == 401
    with pytest.raises(socketio.exceptions.ConnectionError):
        await shop.open(people.of_asha)


async def test_a_dead_cookie_beside_a_living_one_is_overlooked(shop, people):
    page = await shop.open(people.of_asha, "swarna_admin=nonsense")
    happen_to(shop, people.asha, 1)
    happen_to(shop, people.ben, 2)
    await told(shop, page)
    assert numbers(page) == [1]


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 101),
        ("http://shop.example", 101),
        ("http://evil.example", 403),
        ("http://shop.example.evil.example", 403),
        ("http://[", 403),
        ("null", 403),
        ("file://", 403),
        ("https://shop.example", 403),
        ("http://shop.example:8000", 403),
        ("http://127.0.0.1", 403),
    ],
)
async def test_a_foreign_origin_is_refused(shop, origin, status):
    assert await handshake(shop, origin=origin) == status


async def test_a_foreign_name_of_this_machine_is_refused_though_origin_and_host_agree(shop):
    assert await handshake(shop, origin="http://evil.example", host="evil.example") == 403
    assert await handshake(shop, host="evil.example") == 403
    assert await handshake(shop, origin="http://shop.example", host="shop.example") == 101


async def test_a_token_opens_no_page_from_another_cookie(shop, people):
    token = people.of_karthik.partition("=")[2]
    assert await handshake(shop, cookie=f"swarna_customer={token}") == 401
    assert await handshake(shop, cookie=people.of_asha.replace("customer", "admin")) == 401
    assert await handshake(shop, cookie=people.of_karthik) == 101


@pytest.mark.parametrize("query", ["", "transport=polling&EIO=4", "transport=websocket&EIO=3", "transport=websocket"])
async def test_another_protocol_is_refused(shop, query):
    assert await handshake(shop, query=query) == 400
    async with aiohttp.ClientSession() as http, http.get(f"{shop.url}/socket.io/?{query}") as answer:
        body = await answer.json()
        assert (answer.status, body["code"], body["error"], body["success"]) == (400, 400, True, False)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/socket.io/", 101),
        ("/socket.io", 101),
        ("/", 404),
        ("/socket.iox/", 404),
        ("/socket.io/x", 404),
        ("/api/socket.io/", 404),
    ],
)
async def test_only_the_path_of_the_protocol_opens_a_socket(shop, path, status):
    assert await handshake(shop, path=path) == status


async def test_an_eleventh_socket_of_a_person_is_refused(shop, people):
    pages = [await shop.open(people.of_asha) for _ in range(10)]
    assert await handshake(shop, cookie=people.of_asha) == 429
    assert await handshake(shop, cookie=people.of_ben) == 101
    await pages[0].client.disconnect()
    async with asyncio.timeout(60):
        while await handshake(shop, cookie=people.of_asha) != 101:  # noqa: ASYNC110 - polls until the server notices the disconnect
            await asyncio.sleep(0.01)


async def test_signing_out_closes_the_pages_of_that_session_at_once(shop, people, api):
    pages = [await shop.open(people.of_asha) for _ in range(2)]
    ben = await shop.open(people.of_ben)
    for page in (*pages, ben):
        await page.word("caught_up")
    async with Browser(api) as browser:
        browser.hold(people.asha, people.of_asha.partition("=")[2])
        assert (await browser.post("/customer/logout/")).status_code == 200
    async with asyncio.timeout(20):  # shorter than the interval of checks
        for page in pages:
            assert await page.word("session_ended") == {}
            await page.closed.wait()
    happen_to(shop, people.asha, 1)
    happen_to(shop, people.ben, 2)
    await told(shop, ben)
    assert [numbers(page) for page in (*pages, ben)] == [[], [], [2]]


async def test_a_session_that_ended_by_the_clock_is_found(shop, people):
    page = await shop.open(people.of_asha)
    await page.word("caught_up")
    with shop.engine.begin() as connection:
        connection.execute(text("UPDATE session SET expires_at = now()"))
    await shop.realtime.server.sessions.end_dead()
    await page.word("session_ended")
    await asyncio.wait_for(page.closed.wait(), 60)


async def test_a_session_that_ended_between_the_handshake_and_the_hello_opens_no_page(shop, people):
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(
            f"{shop.url}/socket.io/?transport=websocket&EIO=4", headers={"Cookie": people.of_asha}
        ) as socket,
    ):
        assert (await socket.receive_str(timeout=60)).startswith("0{")
        with shop.engine.begin() as connection:
            connection.execute(text("DELETE FROM session"))
        await socket.send_str("40")
        packets = []
        async with asyncio.timeout(60):
            async for message in socket:
                packets.append(message.data)
                if "session_ended" in str(message.data):
                    break
        assert not any("caught_up" in str(packet) for packet in packets)
    assert shop.realtime.server.connections.session_ids == set()


async def test_a_client_that_sends_events_is_dropped(shop, people):
    page = await shop.open(people.of_asha)
    await page.word("caught_up")
    await page.client.emit("order.status_changed", {"id": 1})
    await asyncio.wait_for(page.closed.wait(), 60)


async def test_a_client_that_chatters_is_dropped(shop):
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{shop.url}/socket.io/?transport=websocket&EIO=4") as socket,
    ):
        await socket.receive_str(timeout=60)
        await socket.send_str("40")
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            for _ in range(30):
                await socket.send_str("3")
        async with asyncio.timeout(60):
            while (await socket.receive()).type not in {aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSE}:
                pass


@pytest.mark.parametrize("packet", ["40{", "40[1]", "4" * 9, "42", '42["x"]', "9", "\x00", "40/admin,", json.dumps({})])
async def test_a_malformed_packet_hurts_nobody(shop, people, packet):
    asha = await shop.open(people.of_asha)
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{shop.url}/socket.io/?transport=websocket&EIO=4") as socket,
    ):
        await socket.receive_str(timeout=60)
        await socket.send_str(packet)
        happen_to(shop, people.asha, 1)
        await told(shop, asha)
    assert numbers(asha) == [1]


def courier_changed(order_id: int, customer_id: int) -> OrderShipmentChanged:
    shipment = {"courier": "Speed Post", "tracking_number": "EK1", "tracking_url": None, "shipment_version": 2}
    return OrderShipmentChanged(
        order_id=order_id, item_id=1, customer_id=customer_id, changed_by="Karthik", at=now(), **shipment
    )


@pytest.mark.parametrize(
    "ending",
    [
        lambda order_id, **customer: OrderTrackingChanged(order_id=order_id, is_shared=False, **customer),
        lambda order_id, **customer: OrderDeleted(order_id=order_id, **customer),
        lambda order_id, **customer: AccountErased(order_ids=(order_id,), **customer),
    ],
    ids=["ended", "deleted", "erased"],
)
async def test_the_page_of_a_tracking_link_hears_of_its_order_alone(shop, people, ending):
    with Session(shop.engine) as session:
        product, asha = factories.stock_product(session), session.merge(people.asha)
        mine, other = (factories.order(session, asha, [product]).id for _ in range(2))
        session.commit()
    page = await shop.open(people.of_asha, track=tracking_token(mine, 1))
    stranger = await shop.open(track=tracking_token(mine, 2))
    assert stranger.words == ["session_ended"]
    with Session(shop.engine) as session:
        for order_id in (other, mine):
            outbox.record_sync(session, courier_changed(order_id, people.asha.id), at=now())
        session.commit()
    shop.happen(audience=Audience.EVERYONE, number=2)
    await page.until(lambda: page.events)
    with Session(shop.engine) as session:
        outbox.record_sync(session, ending(mine, customer_id=people.asha.id), at=now())
        session.commit()
    shop.push(shop.sequence())
    await asyncio.wait_for(page.closed.wait(), 60)
    assert page.heard[1:] == [("tracking.changed", {})] * 2
