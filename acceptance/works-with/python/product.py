"""What the scripts beside share: the product under a client that believes to talk to the platform.

Requests to the platform's host go to the product instead. Nothing of a client is changed.
"""

import json
import os
import re

import requests

world = json.loads(os.environ["WORLD"])
URL, application = world["base_url"], world["applications"]["default"]
users, fixtures = world["users"], world["fixtures"]
seller, buyer = users["seller_mla"], users["buyer_mla"]

PLATFORM = re.compile(r"^https://api\.mercadolibre\.com(?=/)")
NOT_SERVED = "resource not found"
answers = []
results = []


def send(self, request, **options):
    """In place of requests.Session.send."""
    request.url = PLATFORM.sub(URL, request.url)
    if not request.url.startswith(URL):
        raise ConnectionError("this machine alone is asked")
    answer = original_send(self, request, **options)
    answers.append((request.method, requests.utils.urlparse(request.url).path, answer.status_code, error_of(answer)))
    return answer


original_send, requests.Session.send = requests.Session.send, send


def error_of(answer):
    try:
        return answer.json().get("error", "") if answer.status_code >= 400 else ""
    except (ValueError, AttributeError):
        return ""


def code(user):
    """The code of an authorization by the user, as a browser would bring it."""
    form = {
        "response_type": "code",
        "client_id": application["client_id"],
        "redirect_uri": application["redirect_uri"],
        "user_id": user["id"],
        "decision": "allow",
    }
    answer = requests.post(f"{URL}/authorization", data=form, allow_redirects=False, timeout=30)
    return requests.utils.urlparse(answer.headers["Location"]).query.split("code=")[1].split("&")[0]


def tokens(user):
    """Access and refresh token of the user."""
    grant = {
        "grant_type": "authorization_code",
        "client_id": application["client_id"],
        "client_secret": application["client_secret"],
        "redirect_uri": application["redirect_uri"],
        "code": code(user),
    }
    return requests.post(f"{URL}/oauth/token", data=grant, timeout=30).json()


def model(title):
    """A body for a new item, like the demo's."""
    headers = {"Authorization": f"Bearer {seller['access_token']}"}
    item = requests.get(f"{URL}/items/{fixtures['item_active']}", headers=headers, timeout=30).json()
    names = ("category_id", "currency_id", "buying_mode", "listing_type_id", "condition")
    attributes = [{name: one[name] for name in ("id", "value_name")} for one in item["attributes"]]
    plain = {name: item[name] for name in names}
    return {**plain, "title": title, "price": 350, "available_quantity": 12, "attributes": attributes}


def call(name, run, check=lambda answer: True):
    """Calls a function of the client, and notes whether it works. Returns what it returned."""
    before = len(answers)
    answer, why = None, ""
    try:
        answer = run()
        if not check(answer):
            why = "another answer than expected"
    except Exception as error:  # What a client raises is up to it.
        why = type(error).__name__
    asked = answers[before:]
    refused = [one for one in asked if one[2] >= 400]
    missing = [one for one in refused if one[3] == NOT_SERVED]
    if refused:
        why = f"{refused[-1][2]} {refused[-1][3]}".strip()
    result = {"name": name, "state": "not served" if missing else "fails" if why else "works"}
    results.append({**result, "why": why, "missing": [f"{method} {generic(path)}" for method, path, *_ in missing]})
    return answer


def generic(path):
    """`/users/123/brands` as `/users/{id}/brands`: ids have digits or capitals, and names have not."""
    return re.sub(r"(?<=/)[^/]*[A-Z\d][^/]*", "{id}", path).rstrip("/")


def report():
    print(json.dumps(results))
