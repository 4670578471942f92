"""A receiver of notifications, which believes those alone that the marketplace has signed."""

import base64
import hashlib
import hmac
import json
import queue
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE = 300


def verify(secret, headers, body):
    """Whether the signature is right, and not older than five minutes: an old one may be a replay."""
    sent, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{sent}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # The header has several signatures while the secret is being changed.
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected.encode(), one) for one in given)


class Receiver:
    """Listens on a free port of this machine. Use it by `with`."""

    def __init__(self, secret):
        received = self.received = queue.Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                is_genuine = verify(secret, self.headers, body)
                # Answer at once and work later: a slow answer counts as none.
                self.send_response(200 if is_genuine else 401)
                self.send_header("Content-Length", "0")
                self.end_headers()
                if is_genuine:
                    received.put((self.headers, body))

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"

    def next(self, timeout=30):
        headers, body = self.received.get(timeout=timeout)
        return json.loads(body), headers, body

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
