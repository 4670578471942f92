import { describe, expect, it } from "vitest";
import { serviceOf } from "./route-table.ts";

describe("the route table", () => {
  it.each([
    ["questions", "/questions/search"],
    ["questions", "/questions/"],
    ["questions", "/answers"],
    ["questions", "/answers/"],
    ["questions", "/my/questions/hidden"],
    ["questions", "/my/received_questions/search"],
    ["questions", "/users/5/questions/response_time"],
    ["questions", "/users/5/questions_blacklist/6"],
    ["questions", "/block-api/search/users/5"],
    ["invoices", "/packs/5/fiscal_documents"],
    ["invoices", "/packs//fiscal_documents"],
    ["invoices", "/packs/5/fiscal_documents/request"],
    ["orders", "/packs"],
    ["orders", "/packs/5"],
    ["orders", "/packs/5/"],
    ["orders", "/packs/5/fiscal_documentsx"],
    ["orders", "/orders"],
    ["orders", "/orders/5"],
    ["orders", "/messages/packs/5/sellers/6"],
    ["orders", "/messages/attachments"],
    ["flex", "/shipping/flex/sites//users/1/subscriptions/v1"],
    ["flex", "/flex/sites/MLA/items/MLA1/v2"],
    ["flex", "/shipments/5"],
    ["flex", "/shipment_statuses"],
    ["flex", "/shipment_labels"],
    ["flex", "/orders/5/shipments"],
    ["catalog", "/sites/MLA/search"],
    ["catalog", "/categories/MLA1/shipping_preferences"],
    ["catalog", "/catalog_domains/MLA-CARS_AND_VANS/attributes/BRAND/top_values"],
    ["catalog", "/currencies"],
    ["catalog", "/items/MLA1"],
    ["catalog", "/users/5/items/search"],
    ["catalog", "/MLA/search"],
    ["catalog", "/MLA/search/"],
    ["gateway", "/users/me"],
    ["gateway", "/users/5/applications/6"],
    ["gateway", "/oauth/token"],
    ["gateway", "/authorization"],
    ["gateway", "/applications/5"],
    ["gateway", "/missed_feeds"],
    ["gateway", "/openapi.json"],
    ["gateway", "/docs/start.js"],
  ])("%s owns %s", (service, path) => {
    expect(serviceOf(path)).toBe(service);
  });

  it.each([
    "/",
    "//",
    "//questions",
    "/question",
    "/questionsx",
    "/my",
    "/MLA/search/x",
    "/rpc",
    "/QUESTIONS",
  ])("nobody owns %s", (path) => {
    expect(serviceOf(path)).toBeUndefined();
  });
});
