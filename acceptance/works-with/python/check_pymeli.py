import base64

from pymeli import Meli

from product import application, call, code, fixtures, model, report, seller, tokens

keys = {name: application[name] for name in ("client_id", "client_secret")}
pair = {name: tokens(seller)[name] for name in ("access_token", "refresh_token")}
client = Meli(**keys, **{**pair, **tokens(seller)})
leaf, picture = fixtures["category_leaf"], base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

call("exchange_code_for_token", lambda: Meli(**keys).exchange_code_for_token(code(seller), application["redirect_uri"]))
call("refresh_token", client.refresh_token)
call("me", client.me, lambda one: one["id"] == seller["id"])
call("list_sites", client.list_sites)
call("list_listing_types", lambda: client.list_listing_types(site_id="MLA"))
call("get_listing_type", lambda: client.get_listing_type(site_id="MLA", listing_type="free"))
call("get_listing_prices", lambda: client.get_listing_prices(site_id="MLA", price=100, category_id=leaf))
call("list_categories", lambda: client.list_categories(site_id="MLA"))
call("get_category", lambda: client.get_category(category_id=leaf), lambda one: one["id"] == leaf)
call("search_category", lambda: client.search_category(site_id="MLA", category_id=leaf, query="samsung galaxy"))
call("list_user_items", client.list_user_items, lambda ids: fixtures["item_active"] in ids)
item = call("publish_item", lambda: client.publish_item(item=model("Celular de pymeli")))["id"]
call("get_item", lambda: client.get_item(item_id=item), lambda one: one["id"] == item)
text = {"item_id": item, "description": "Nuevo, en caja."}
call("upload_item_description", lambda: client.upload_item_description(**text))
call("update_item_description", lambda: client.update_item_description(**text))
call("get_item_description", lambda: client.get_item_description(item_id=item))
call("upload_image", lambda: client.upload_image(image=picture))
call("update_item", lambda: client.update_item(item_id=item, updates={"price": 500}), lambda one: one["price"] == 500)
call("update_available_quantity", lambda: client.update_available_quantity(item_id=item, available_quantity=4))
call("set_free_shipping", lambda: client.set_free_shipping(item_id=item))
call("pause_item", lambda: client.pause_item(item_id=item), lambda one: one["status"] == "paused")
call("activate_item", lambda: client.activate_item(item_id=item), lambda one: one["status"] == "active")
call("close_item", lambda: client.close_item(item_id=item), lambda one: one["status"] == "closed")
call("delete_item", lambda: client.delete_item(item_id=item))
report()
