"""An integration in short: signs in, is notified of a question, answers, predicts, and uploads an invoice."""

import os

from market import Market, MarketError
from webhook import Receiver, verify

secret = os.environ["WEBHOOK_SECRET"]
item, pack = os.environ["ITEM_ID"], os.environ["PACK_ID"]

seller = Market().sign_in(os.environ["SELLER_ID"]).refresh()
buyer = Market().sign_in(os.environ["BUYER_ID"])
names = [user.get("/users/me").json()["nickname"] for user in (seller, buyer)]
print(f"signed in: {names[0]}, {names[1]}")

with Receiver(secret) as receiver:
    settings = {"callback_url": receiver.url, "topics": ["questions"]}
    seller.put(f"/applications/{os.environ['CLIENT_ID']}", json=settings)
    question = buyer.post("/questions", json={"item_id": item, "text": "¿Hacen factura A?"}).json()
    notification, headers, body = receiver.next()
assert notification["resource"] == f"/questions/{question['id']}"
assert not verify(secret, headers, body + b" "), "a changed notification has to be refused"
print(f"notified: {notification['resource']}")

answer = {"question_id": question["id"], "text": "Sí, con cada compra."}
print(f"answered: {seller.post('/answers', json=answer).json()['status']}")

title = {"q": "celular samsung galaxy a54 128gb", "limit": 1}
(prediction,) = seller.get("/sites/MLA/domain_discovery/search", params=title).json()
print(f"predicted: {prediction['category_id']}")

documents = f"/packs/{pack}/fiscal_documents"
invoice = {"fiscal_document": ("invoice.pdf", b"%PDF-1.4\n", "application/pdf")}
seller.post(documents, files=invoice)
print(f"uploaded: {len(buyer.get(documents).json()['fiscal_documents'])} file")
try:
    seller.post(documents, files=invoice)
except MarketError as error:
    print(f"refused: {error}")
seller.delete(documents)
