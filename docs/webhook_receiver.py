"""A receiver of webhooks: takes each genuine message once. Needs `pip install standardwebhooks`.

SECRET=whsec_… python docs/webhook_receiver.py 9000
"""

import os
import sqlite3
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["SECRET"])
database = sqlite3.connect(os.environ.get("KEPT", "webhooks.sqlite"))
database.execute("CREATE TABLE IF NOT EXISTS message (id TEXT PRIMARY KEY)")


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = webhook.verify(body, {name.lower(): value for name, value in self.headers.items()})
        except WebhookVerificationError:
            return self.answer(401)
        with database:  # the message and what its event changes are stored together, or neither is
            added = database.execute("INSERT OR IGNORE INTO message VALUES (?)", [self.headers["webhook-id"]])
            if added.rowcount:  # a copy has the same webhook-id
                print(event["position"], event["type"], flush=True)
        return self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()


print("listening", flush=True)
HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
