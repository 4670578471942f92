import { asCaller, conforms, expectProblem, userProfile } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { buyer, ids, ordersService, seller, stranger } from "../orders.fixture.ts";
import { billing } from "./billing.resource.ts";
import { billingInfo, earlierBillingInfo } from "./billing.rules.ts";

const { http, sale } = await ordersService();
const { orderId } = await sale();
const operator = asCaller({ userId: 3_000_000_009, roles: ["operator"] });
const address = {
  id: 1,
  address_line: "Honduras 4830",
  city: { id: "TUxBQ0NBUGZlZG1sYQ", name: "Capital Federal" },
  state: { id: "AR-C", name: "Capital Federal" },
  zip_code: "1414",
  latitude: -34.5,
  longitude: -58.4,
};
const person = userProfile(ids.buyer, { address, identification: { type: "DNI", number: "31555222" } });
const sold = { siteId: "MLA", sellerId: ids.seller };

describe("billing information", () => {
  it("of a person has the names, the document and the address in parts", () => {
    expect(billingInfo({ ...sold, buyer: person })).toEqual({
      site_id: "MLA",
      buyer: {
        cust_id: ids.buyer,
        billing_info: {
          name: "Ana",
          last_name: "Paz",
          identification: { type: "DNI", number: "31555222" },
          taxes: { taxpayer_type: { id: null, description: "Consumidor Final" } },
          address: {
            street_name: "Honduras",
            street_number: "4830",
            city_name: "Capital Federal",
            comment: null,
            neighborhood: null,
            state: { code: "AR-C", name: "Capital Federal" },
            zip_code: "1414",
            country_id: "AR",
          },
          attributes: { cust_type: "CO", is_normalized: true },
        },
      },
      seller: { cust_id: ids.seller },
    });
  });

  it("of a firm has the firm's name alone", () => {
    const firm = userProfile(ids.buyer, { identification: { type: "CUIT", number: "30715552224" } });
    const { billing_info } = billingInfo({ ...sold, buyer: firm }).buyer;
    expect(billing_info).toMatchObject({
      name: "Ana Paz",
      last_name: null,
      taxes: { taxpayer_type: { description: "IVA Responsable Inscripto" } },
      attributes: { cust_type: "BU", is_normalized: false },
    });
    expect(earlierBillingInfo({ ...sold, buyer: firm }).billing_info).toEqual({
      doc_type: "CUIT",
      doc_number: "30715552224",
      additional_info: [
        { type: "BUSINESS_NAME", value: "Ana Paz" },
        { type: "DOC_TYPE", value: "CUIT" },
        { type: "DOC_NUMBER", value: "30715552224" },
        { type: "TAXPAYER_TYPE_ID", value: "IVA Responsable Inscripto" },
        { type: "COUNTRY_ID", value: "AR" },
      ],
    });
  });

  it("of an order is read by its seller, in the form that x-version asks for", async () => {
    const path = `/orders/${orderId}/billing_info`;
    const present = await http.get(path, { as: seller, headers: { "x-version": "2" } });
    expect(present.json()).toMatchObject({ site_id: "MLA", buyer: { cust_id: ids.buyer } });
    const earlier = (await http.get(path, { as: seller })).json<{
      billing_info: { doc_type: string; additional_info: unknown[] };
    }>();
    expect(earlier.billing_info.doc_type).toBe("DNI");
    expect(earlier.billing_info.additional_info).toContainEqual({ type: "LAST_NAME", value: "Paz" });
    for (const as of [buyer, stranger, operator])
      expectProblem(await http.get(path, { as }), 403, "not_owned_order");
    expectProblem(await http.get("/orders/1/billing_info", { as: seller }), 404, "order_not_found");
    expectProblem(await http.get("/orders/x/billing_info", { as: seller }), 400, "invalid_order_id");
  });

  it("of a buyer is read by who sold to them on that site", async () => {
    const order = (await http.get(`/orders/${orderId}`, { as: seller })).json<{
      buyer: { billing_info: { id: string } };
    }>();
    const path = `/orders/billing-info/MLA/${order.buyer.billing_info.id}`;
    expect((await http.get(path, { as: seller })).json()).toMatchObject({ seller: { cust_id: ids.seller } });
    for (const as of [buyer, stranger, operator])
      expectProblem(await http.get(path, { as }), 404, "not_found");
    for (const other of [`/orders/billing-info/MLB/${ids.buyer}`, "/orders/billing-info/MLA/1"])
      expectProblem(await http.get(other, { as: seller }), 404, "not_found");
    expectProblem(await http.get("/orders/billing-info/mla/1", { as: seller }), 400, "bad_request");
  });
});

conforms(billing, {
  http,
  as: seller,
  examples: {
    getBillingInfo: { params: { site_id: "MLA", id: ids.buyer } },
    getOrderBillingInfo: { params: { id: orderId } },
  },
});
