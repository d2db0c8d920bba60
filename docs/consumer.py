"""A consumer of the event feed: prints the events in order, and goes on where it was when it is started again.

SHOP=http://127.0.0.1:8000 KEY=sw_live_… python docs/consumer.py
"""

import http.client
import json
import os
import time
import urllib.error
import urllib.request
from pathlib import Path

SHOP, KEY, KEPT = os.environ["SHOP"], os.environ["KEY"], Path(os.environ.get("KEPT", "position"))


def next_page(after: str) -> dict:
    """Return what follows a position; nothing stands for the oldest event that is kept."""
    begin = f"after={after}&" if after else ""
    url = f"{SHOP}/api/events/?{begin}limit=500&wait=20"
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {KEY}"})
    with urllib.request.urlopen(request, timeout=40) as response:
        return json.load(response)


after = KEPT.read_text() if KEPT.exists() else ""
while True:
    try:
        page = next_page(after)
    except urllib.error.HTTPError as error:
        if error.code != 429 and error.code < 500:
            raise  # 401: the key has ended. 410: load what you need anew, then remove the position
        time.sleep(float(error.headers.get("Retry-After", 5)))
        continue
    except (OSError, http.client.HTTPException):  # the shop is away for a moment
        time.sleep(5)
        continue
    for event in page["data"]:
        print(event["position"], event["type"], json.dumps(event["data"]), flush=True)
    after = str(page["nextAfter"])
    KEPT.write_text(after)  # in your database: in the transaction of what the events changed
