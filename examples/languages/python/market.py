"""A session of a user at the marketplace."""

import os
from urllib.parse import parse_qs, urlsplit

import requests

URL = os.environ["MARKETPLACE_URL"]
APPLICATION = {"client_id": os.environ["CLIENT_ID"], "client_secret": os.environ["CLIENT_SECRET"]}
REDIRECT_URI = os.environ["REDIRECT_URI"]
TIMEOUT = 30


class MarketError(Exception):
    def __init__(self, answer):
        body = answer.json()
        super().__init__(f"{answer.status_code} {body['message']}")
        self.status = answer.status_code


class Market(requests.Session):
    """Sends the user's token, and raises MarketError for what is refused."""

    def request(self, method, path, **options):
        answer = super().request(method, f"{URL}{path}", **{"timeout": TIMEOUT, **options})
        if not answer.ok:
            raise MarketError(answer)
        return answer

    def sign_in(self, user_id):
        return self._exchange(
            {"grant_type": "authorization_code", "code": allow(user_id), "redirect_uri": REDIRECT_URI}
        )

    def refresh(self):
        return self._exchange({"grant_type": "refresh_token", "refresh_token": self.refresh_token})

    def _exchange(self, grant):
        tokens = self.post("/oauth/token", data={**APPLICATION, **grant}).json()
        # A refresh token works once; the answer has the next.
        self.refresh_token = tokens["refresh_token"]
        self.headers["Authorization"] = f"Bearer {tokens['access_token']}"
        return self


def allow(user_id):
    """Stands in for the user's browser: in the demo anyone may be any user. Returns the code."""
    asked = {"response_type": "code", "client_id": APPLICATION["client_id"], "redirect_uri": REDIRECT_URI}
    answer = requests.post(
        f"{URL}/authorization",
        data={**asked, "user_id": user_id, "decision": "allow"},
        allow_redirects=False,
        timeout=TIMEOUT,
    )
    return parse_qs(urlsplit(answer.headers["Location"]).query)["code"][0]
