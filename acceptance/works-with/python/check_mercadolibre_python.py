from mercadolibre.client import Client

from product import application, call, code, fixtures, model, report, seller

client = Client(application["client_id"], application["client_secret"], site="MLA")
call("exchange_code", lambda: client.set_token(client.exchange_code(application["redirect_uri"], code(seller))))
call("refresh_token", lambda: client.set_token(client.refresh_token()))
call("me", client.me, lambda one: one["id"] == seller["id"])
for name, argument in [
    ("get_user", seller["id"]),
    ("get_user_address", seller["id"]),
    ("get_user_accepted_payment_methods", seller["id"]),
    ("get_application", application["id"]),
    ("get_user_brands", seller["id"]),
    ("get_user_classifields_promotion_packs", seller["id"]),
    ("get_project", 1),
    ("get_listing_types", "MLA"),
    ("get_listing_exposures", "MLA"),
    ("get_categories", "MLA"),
    ("get_category", fixtures["category_leaf"]),
    ("get_category_attributes", fixtures["category_leaf"]),
    ("get_country", "AR"),
    ("get_state", "AR-C"),
    ("get_city", "TUxBQ0NBUGw3M2E1"),
    ("get_currency", "ARS"),
]:
    call(name, lambda: getattr(client, name)(argument))
for name in ["get_my_feeds", "get_sites", "get_countries", "get_currencies"]:
    call(name, getattr(client, name))
item = {**model("Celular de mercadolibre-python"), "warranty": "Sin garantía"}
call("list_item", lambda: client.list_item(**item), lambda one: one["status"] == "active")
report()
