import tempfile

from MeliAPIClient import MeliClient, MemoryTokenStorage

from product import application, call, fixtures, model, report, seller, tokens

storage = MemoryTokenStorage(tokens(seller))
client = MeliClient(application["client_id"], application["client_secret"], storage)
order, item, shipment = fixtures["order_paid"], fixtures["item_active"], fixtures["shipment_shipped"]

# It does not know when its token expires, so it renews it at first.
call("orders.search", lambda: client.orders.search(seller["id"]), lambda one: "results" in one)
call("orders.get", lambda: client.orders.get(order), lambda one: one["id"] == order)
call("orders.get_pack", lambda: client.orders.get_pack(fixtures["pack_empty"]))
call("bills.get_billing_info", lambda: client.bills.get_billing_info(order))
call("bills.has_fiscal_document", lambda: client.bills.has_fiscal_document(fixtures["pack_with_pdf"]))
with tempfile.NamedTemporaryFile(suffix=".pdf") as invoice:
    invoice.write(b"%PDF-1.4\n")
    invoice.flush()
    call("bills.upload_fiscal_document", lambda: client.bills.upload_fiscal_document(fixtures["pack_empty"], invoice.name))
call("shipments.get", lambda: client.shipments.get(shipment), lambda one: one["id"] == shipment)
made = call("items.create", lambda: client.items.create(model("Celular de meliapiclient")))
call("items.get", lambda: client.items.get(item), lambda one: one["id"] == item)
call("items.update_price", lambda: client.items.update_price(made["id"], 400), lambda one: one["price"] == 400)
call("items.update_stock", lambda: client.items.update_stock(made["id"], 3))
call("items.search", lambda: client.items.search(), lambda one: one["results"])
call("items.get_visits", lambda: client.items.get_visits(item))
call("items.get_visits_window", lambda: client.items.get_visits_window(item))
call("items.get_user_items_visits", lambda: client.items.get_user_items_visits())
call("metrics.get_seller_info", lambda: client.metrics.get_seller_info())
call("metrics.get_seller_reputation", lambda: client.metrics.get_seller_reputation(), lambda one: "level_id" in one)
call("metrics.get_item_reviews", lambda: client.metrics.get_item_reviews(item))
call("metrics.get_trends", lambda: client.metrics.get_trends("MLA"))
call("metrics.get_questions", lambda: client.metrics.get_questions(), lambda one: one["questions"])
report()
