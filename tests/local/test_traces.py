"""A status change yields one trace at the collector, with a span from every process that took part in it."""

import time

import httpx2


def test_one_trace_runs_from_the_request_to_the_socket(demo_shop, collector):
    with httpx2.Client(base_url=f"{demo_shop.url}/api", timeout=30) as admin:
        admin.post("/admin/login/", json={"email": "admin@swarna.example", "password": "Swarna@2026"})
        item = admin.get("/order/?flag=allOrders&limit=1").json()["data"][0]["items"][0]
        change = {"id": item["id"], "status": "packed" if item["status"] != "packed" else "shipped"}
        xsrf = {"X-XSRF-TOKEN": admin.cookies["XSRF-TOKEN"]}
        assert admin.post("/order/?flag=updateStatus", json=change, headers=xsrf).status_code == 200
    name = "POST /api/order/?flag=updateStatus"
    wanted = {name, "relay", "deliver push", "on the sockets"}
    deadline = time.monotonic() + 60
    while True:
        root = next((span for span in collector.spans if span["name"] == name), None)
        trace = [span for span in collector.spans if root and span["trace"] == root["trace"]]
        if {span["name"] for span in trace} >= wanted:
            break
        assert time.monotonic() < deadline, collector.spans
        time.sleep(0.1)
    by_name = {span["name"]: span for span in trace}
    assert root["parent"] == ""
    assert {span["parent"] for span in trace if span is not root} == {root["id"]}
    assert len({span["id"] for span in trace}) == len(trace)
    assert by_name["relay"]["service"] == "swarna-relay"
    assert by_name["deliver push"]["service"] == "swarna-worker"
    assert root["service"] == by_name["on the sockets"]["service"] == "swarna-web"
    assert all(0 < span["start"] <= span["end"] for span in trace)
    assert root["status"] == 200
