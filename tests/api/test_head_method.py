"""HEAD gets the response of GET without its body."""

import pytest

from shop.clock import now
from shop.newsletter.model import NewsletterReader, confirm_token

OWN = {"date", "x-request-id", "content-length"}


@pytest.mark.parametrize(
    "path", ["/category/", "/product/customer/", "/goldrate", "/order/?flag=allOrders", "/nothing/"]
)
async def test_whoever_asks_for_the_head_gets_what_get_says_but_no_body(visitor, path):
    plain = {"accept-encoding": "identity"}
    whole, head = [await visitor.request(method, path, headers=plain) for method in ("GET", "HEAD")]
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert set(whole.headers) == set(head.headers)
    assert all(head.headers[name] == value for name, value in whole.headers.items() if name not in OWN)
    assert int(head.headers["content-length"]) == len(whole.content)


async def test_a_link_of_a_mail_is_not_followed_by_looking_at_it(visitor, database):
    reader = NewsletterReader(email="reader@mail.example", asked_at=now())
    database.add(reader)
    await database.commit()
    token = confirm_token(reader.id, at=now())
    for method in ("HEAD", "GET"):
        assert (await visitor.request(method, f"/newsletter/confirm/?token={token}")).status_code == 200
    await database.refresh(reader)
    assert not reader.reads


@pytest.mark.parametrize("path", ["/goldrate/?id=1", "/category/", "/docs/"])
async def test_a_refused_method_is_told_of_head_where_it_is_served(visitor, karthik, path):
    allow = (await karthik.request("PUT", path)).headers["allow"].split(", ")
    assert (("HEAD" in allow), "GET" in allow) == ((path != "/goldrate/?id=1"),) * 2
    is_served = (await visitor.request("HEAD", path)).status_code == 200
    assert is_served == ("HEAD" in allow)
