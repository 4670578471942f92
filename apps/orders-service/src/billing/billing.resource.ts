import { headerSwitch, idParam, siteIdParam } from "@marketplace/conventions";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { operation, resource } from "../kit.ts";
import { ofSeller } from "../packs/packs.policy.ts";
import { invalidOrderId, problems } from "../problems.ts";
import { saleRows } from "../sharding/rows.ts";
import { billingInfo, earlierBillingInfo, type Invoiced } from "./billing.rules.ts";
import { BillingInfo, EarlierBillingInfo } from "./billing.schema.ts";

/** The sale with its buyer's profile. */
async function invoicedOf(
  { identity }: Deps,
  sale: { siteId: string; sellerId: number; buyerId: number },
): Promise<Invoiced> {
  const [buyer] = await identity.users({ ids: [sale.buyerId] });
  if (!buyer) throw problems.billing_info_not_found();
  return { siteId: sale.siteId, sellerId: sale.sellerId, buyer };
}

/** Billing information: whom a seller has to invoice. */
export const billing = resource({
  name: "Billing information",
  description: "Whom sellers have to invoice: names, documents and addresses of their buyers",
  fields: BillingInfo,
  related: ["/orders", "/packs/{id}/fiscal_documents"],
  connections: { "buyer.cust_id": "/users/{id}", "seller.cust_id": "/users/{id}" },
  operations: [
    operation({
      id: "getBillingInfo",
      method: "GET",
      path: "/orders/billing-info/{site_id}/{id}",
      summary: "Reads whom to invoice, for a seller who sold to that buyer on the site",
      example: "/orders/billing-info/MLA/2418503623",
      params: {
        site_id: siteIdParam().describe("Site of the sale"),
        id: idParam().describe("buyer.billing_info.id of an order"),
      },
      response: BillingInfo,
      errors: [problems.billing_info_not_found],
      async handle({ params: { site_id: siteId, id: buyerId }, caller }, deps) {
        const sellerId = caller.userId;
        const sold = await deps.everywhere.orders.hasSold({ sellerId, buyerId, siteId });
        if (!sold) throw problems.billing_info_not_found();
        return billingInfo(await invoicedOf(deps, { siteId, sellerId, buyerId }));
      },
    }),
    operation({
      id: "getOrderBillingInfo",
      method: "GET",
      path: "/orders/{id}/billing_info",
      summary: "Reads whom to invoice, for the seller; `x-version: 2` asks for the present form",
      example: "/orders/4600000001/billing_info",
      params: { id: idParam().describe("Order id") },
      headers: { "x-version": headerSwitch("2").describe("2 asks for the present form") },
      response: z.union([BillingInfo, EarlierBillingInfo]),
      errors: [
        problems.order_not_found,
        problems.invalid_order_id,
        problems.not_owned_order,
        problems.billing_info_not_found,
      ],
      problems: { invalid: invalidOrderId },
      site: ({ params }) => saleRows(params.id),
      async handle({ params: { id }, headers, caller }, deps) {
        const order = ofSeller(await deps.orders.find(id), caller);
        const invoiced = await invoicedOf(deps, order);
        return headers["x-version"] ? billingInfo(invoiced) : earlierBillingInfo(invoiced);
      },
    }),
  ],
});
