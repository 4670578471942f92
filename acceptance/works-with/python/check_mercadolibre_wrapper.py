from mercadolibre.client import MercadoLibre

from product import application, call, fixtures, report, seller, tokens

client = MercadoLibre(application["client_id"], application["client_secret"])
# Its own sign-in opens a browser, and waits behind a certificate for localhost.
client._refresh_token = tokens(seller)["refresh_token"]
order, shipment = fixtures["order_paid"], fixtures["shipment_shipped"]

call("refresh_token", client.refresh_token, lambda one: one.data["user_id"] == seller["id"])
call("get_seller", lambda: client.get_seller(seller["id"]))
call("get_seller_name", lambda: client.get_seller_name(seller["id"]), lambda name: name == seller["nickname"])
call("get_product", lambda: client.get_product(fixtures["item_active"]))
call("search_items", lambda: client.search_items({"category": fixtures["category_leaf"]}), lambda one: one.get_data())
call("search_items_by_query", lambda: client.search_items_by_query("samsung"), lambda one: one.get_data())
call("search_items_by_seller_id", lambda: client.search_items_by_seller_id(seller["id"], {}))
call("get_products_by_seller", lambda: client.get_products_by_seller(seller["id"]), lambda one: one.get_data())
call("get_shipment_by_shipment_id", lambda: client.get_shipment_by_shipment_id(shipment))
call("get_shipment_costs", lambda: client.get_shipment_costs(shipment))
call("get_orders_by_seller", lambda: client.get_orders_by_seller(seller["id"]), lambda one: one.get_data())
call("get_order", lambda: client.get_order(order), lambda one: one.data["id"] == order)
call("get_pack", lambda: client.get_pack(fixtures["pack_empty"]))
report()
