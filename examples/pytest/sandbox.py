"""The sandbox lab over plain HTTP: as much of it as these tests need."""

import json
import os
import time
from pathlib import Path

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

TIMEOUT = 30


class Sandbox:
    """The lab of a running product."""

    def __init__(self):
        self.url, self.token = os.environ.get("MARKETPLACE_URL"), os.environ.get("MARKETPLACE_ADMIN_TOKEN")
        if not (self.url and self.token):
            path = Path(os.environ.get("MARKETPLACE_SANDBOX", ".data/sandbox.json"))
            if not path.exists():
                raise RuntimeError(f"start the product, or name its sandbox.json by MARKETPLACE_SANDBOX: no {path}")
            document = json.loads(path.read_text(encoding="utf-8"))
            self.url, self.token = document["base_url"], document["sandbox"]["admin_token"]

    def ask(self, method, path, body=None, world=None, /, **query):
        headers = {"Authorization": f"Bearer {self.token}"}
        if world:
            headers["X-Sandbox-World"] = world
        answer = requests.request(
            method, f"{self.url}/_sandbox{path}", json=body, params=query, headers=headers, timeout=TIMEOUT
        )
        if not answer.ok:
            raise RuntimeError(f"{method} {path} was answered {answer.status_code}: {answer.text}")
        return answer.json() if answer.content else None


class World:
    """A marketplace of its own."""

    def __init__(self, sandbox):
        self.sandbox = sandbox
        document = sandbox.ask("POST", "/worlds", {"from": "demo", "ttl_seconds": 600})
        self.id = document["world"]["id"]
        self.users, self.fixtures = document["users"], document["fixtures"]
        self.application = document["applications"]["default"]
        self._given = set()

    def lab(self, method, path, body=None, /, **query):
        return self.sandbox.ask(method, path, body, self.id, **query)

    def client(self, user):
        """A session of a user, which asks again after 429 and 503 when the server says so."""
        return Client(self.sandbox.url, self.users[user]["access_token"])

    def listen(self, *topics):
        """Lets the application be notified at a receiver that the product hosts."""
        receiver = self.lab("PUT", "/receivers/tests", {})
        owner = self.client("seller_mla")
        settings = {"callback_url": receiver["url"], "topics": topics}
        owner.put(f"/applications/{self.application['id']}", json=settings).raise_for_status()

    def next_notification(self, topic, timeout=10):
        """The oldest notification of a topic that was not given yet."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            page = self.lab("GET", "/receivers/tests", limit=100)
            for received in reversed(page["results"]):
                notification = received["notification"]
                if notification["topic"] == topic and notification["_id"] not in self._given:
                    self._given.add(notification["_id"])
                    return notification
            time.sleep(0.05)
        raise AssertionError(f"no notification of {topic} within {timeout} s")

    def drop(self):
        self.lab("DELETE", f"/worlds/{self.id}")


class Client(requests.Session):
    """What an integration talks to the marketplace with."""

    def __init__(self, url, token):
        super().__init__()
        self.url = url
        self.headers["Authorization"] = f"Bearer {token}"
        retry = Retry(total=4, status_forcelist=[429, 503], backoff_factor=0.2, respect_retry_after_header=True)
        self.mount(url, HTTPAdapter(max_retries=retry))

    def request(self, method, path, **options):
        return super().request(method, f"{self.url}{path}", **{"timeout": TIMEOUT, **options})
