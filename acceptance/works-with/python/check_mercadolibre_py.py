import itertools
import ssl

from product import application, call, code, fixtures, report, seller

# The library asks for SSL 3, which Python's ssl module has no more. The product is asked without TLS.
ssl.PROTOCOL_SSLv3 = ssl.PROTOCOL_TLS_CLIENT

from mercadolibre.api import login

item, category = fixtures["item_active"], fixtures["category_leaf"]
keys = {"app_id": application["client_id"], "app_secret": application["client_secret"]}
pair = call("authenticate", lambda: login(**keys).authenticate(code(seller), application["redirect_uri"]))
pair = call("refresh_access_token", lambda: login(**keys).refresh_access_token(pair[1]))
client = login(**keys, access_token=pair[0])
call("me", client.me, lambda one: one.id == seller["id"])
call("items.get", lambda: client.items.get(item), lambda one: one.id == item)
call("items.get, category", lambda: client.items.get(item).category, lambda one: one.name)
call("categories.get", lambda: client.categories.get(category), lambda one: one.id == category)
call("mla.search", lambda: list(itertools.islice(client.mla.search(q="samsung"), 60)), lambda found: len(found) > 0)
call("test_user.post", lambda: client.test_user.post({"site_id": "MLA"}), lambda one: one.nickname)
report()
