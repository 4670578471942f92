import os

from product import application, buyer, call, code, fixtures, report, seller, tokens

os.environ.update(
    CLIENT_ID=application["client_id"],
    CLIENT_SECRET=application["client_secret"],
    REDIRECT_URI=application["redirect_uri"],
)

import meli_package as meli

own, other = seller["access_token"], buyer["access_token"]
me, item, order = seller["id"], fixtures["item_active"], fixtures["order_paid"]
leaf, shipment = fixtures["category_leaf"], fixtures["shipment_shipped"]

call("authentication, code", lambda: meli.authentication(code=code(seller)))
refresh = tokens(seller)["refresh_token"]
call("authentication, refresh_token", lambda: meli.authentication(refresh_token=refresh))
for name, *arguments in [
    ("userMe",),
    ("user", me),
    ("userAddress", me),
    ("userPaymentMethods", me),
    ("Application", application["id"]),
    ("userBrands", me),
    ("availableListingTypes", me, leaf),
    ("ApplicationPermissions", me, application["id"]),
    ("myFeedApp", application["id"]),
    ("sites",),
    ("siteListingTypes", "MLA"),
    ("listingExposures", "MLA"),
    ("listingPrices", "MLA", 100),
    ("listingCategories", "MLA"),
    ("domainDiscovery", "MLA", "celular samsung"),
    ("listingTypeConfig", "MLA", "free"),
    ("category", leaf),
    ("categoriesAttributes", leaf),
    ("technicalSpecsInput", leaf),
    ("technicalSpecsOutput", leaf),
    ("incompleteTechnicalSpecs", me),
    ("notApplicableAttribute", item),
    ("currencies",),
    ("currencyInfo", "ARS"),
    ("currencyConversion", "USD", "ARS"),
    ("classifiedLocation",),
    ("countryInfo", "AR"),
    ("zipCodeInfo", "AR", "5000"),
    ("itemSearchCategory", "MLA", leaf),
    ("itemKeywordSearch", "MLA", "samsung"),
    ("itemSellerIdSearch", "MLA", me),
    ("itemUserIdSearch", me),
    ("itemMultiget", [[item], [fixtures["item_active_2"]]]),
    ("itemSearchScan", me),
    ("questionItem", item),
    ("getQuestion", fixtures["question_answered"]),
    ("sellerOrders", me),
    ("orderInfo", me, order),
    ("paymentMethods", "MLA"),
    ("orderFeedback", order),
    ("orderBlacklist", me),
    ("orderProducts", order),
    ("timeWindowVisits", me, 2, "day", "2026-01-01"),
    ("timeWindowItemView", item, 2, "day", "2026-01-01"),
    ("intervalContactQuestion", me, "2026-01-01", "2026-02-01"),
    ("shipmentInfo", shipment),
    ("siteShipmentMethods", "MLA"),
    ("userShippingPreferences", me),
    ("orderShipments", order),
]:
    call(name, lambda: getattr(meli, name)(own, *arguments))
call("buyerOrders", lambda: meli.buyerOrders(other, buyer["id"]))
# It sends a form and says that this is JSON.
call("doQuestion", lambda: meli.doQuestion(other, item, "¿Hay stock?"))
call("doAnswer", lambda: meli.doAnswer(own, fixtures["question_unanswered"], "Sí."))
report()
