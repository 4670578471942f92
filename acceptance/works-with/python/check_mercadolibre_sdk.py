import json
import os
from datetime import datetime, timedelta

from product import application, call, fixtures, report, seller

# Without a Redis server the library reads its tokens from here.
expires = (datetime.now() + timedelta(hours=1)).isoformat()
os.environ["MERCADOLIBRE_AUTH_DATA"] = json.dumps(
    {"access_token": seller["access_token"], "expiration_time": expires}
)
os.environ["MERCADOLIBRE_CLIENT_ID"] = application["client_id"]
os.environ["MERCADOLIBRE_CLIENT_SECRET"] = application["client_secret"]
os.environ["MERCADOLIBRE_REDIRECT_URI"] = application["redirect_uri"]
# No server listens on port 1.
os.environ["MERCADOLIBRE_REDIS_PORT"] = "1"

from mercadolibre import Category, Item, Product, Review, Search, User
from mercadolibre.authorization import Authorization

from product import code

item = fixtures["item_active"]
call("exchange_code_for_token", lambda: Authorization().exchange_code_for_token(code(seller)))
call("User.retrieve", lambda: User.retrieve(seller["id"]), lambda one: one["id"] == seller["id"])
call("Item.retrieve", lambda: Item.retrieve(item), lambda one: one["id"] == item)
call("Item.description", lambda: Item.description(item), lambda one: "plain_text" in one)
call("Search.list", lambda: Search.list("MLA", q="samsung", sort="price_asc"), lambda one: one["results"])
call("Category.highlights", lambda: Category.highlights("MLA", fixtures["category_leaf"]))
call("Product.retrieve", lambda: Product.retrieve("MLA123"))
call("Product.items", lambda: Product.items("MLA123"))
call("Review.item", lambda: Review.item(item))
report()
