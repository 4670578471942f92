from melisdk import Meli

from product import application, buyer, call, code, fixtures, report, seller

redirect, item = application["redirect_uri"], fixtures["item_active"]
for_seller = Meli(application["client_id"], application["client_secret"])
for_buyer = Meli(application["client_id"], application["client_secret"])


def token(client):
    return {"access_token": client.access_token}


call("authorize", lambda: for_seller.authorize(code(seller), redirect))
call("get_refresh_token", lambda: for_seller.get_refresh_token())
for_buyer.authorize(code(buyer), redirect)
call("get", lambda: for_seller.get("/users/me", token(for_seller)), lambda one: one.json()["id"] == seller["id"])
question = call("post", lambda: for_buyer.post("/questions", {"item_id": item, "text": "¿Hay?"}, token(for_buyer)))
call("put", lambda: for_seller.put(f"/items/{item}", {"available_quantity": 9}, token(for_seller)))
call("delete", lambda: for_buyer.delete(f"/questions/{question.json()['id']}", token(for_buyer)))
call("options", lambda: for_buyer.options("/questions", token(for_buyer)), lambda one: "methods" in one.json())
report()
