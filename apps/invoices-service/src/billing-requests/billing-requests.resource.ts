import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { packIdParam } from "../packs/pack-id.schema.ts";
import { rowsOfPath } from "../packs/packs.service.ts";
import { problems } from "../problems.ts";
import { askableBillingData, requestBillingData, requestProblem } from "./billing-requests.service.ts";

const BillingRequest = z
  .object({
    pack_id: z.int().describe("Pack whose buyer was asked"),
    status: z.literal("sent").describe("Always sent"),
  })
  .meta({ id: "BillingRequest" });

/** Billing-data requests: a seller's message to the buyer of a pack. */
export const billingRequests = resource({
  name: "Billing data requests",
  description: "Messages by which a seller asks the buyer of a pack for billing data",
  fields: BillingRequest,
  related: ["/packs"],
  connections: { pack_id: "/packs/{id}" },
  operations: [
    operation({
      id: "requestBillingData",
      method: "POST",
      path: "/packs/{pack_id}/fiscal_documents/request",
      summary: "Asks the buyer for billing data; the pack's seller, if they may use messaging",
      example: "/packs/4600000001/fiscal_documents/request",
      creates: "in steps",
      params: { pack_id: packIdParam },
      body: z.strictObject({ text: z.string().describe("What to ask, 1 to 500 characters") }),
      examples: { body: { text: "¿Nos pasás tu CUIT y tu domicilio fiscal para la factura?" } },
      response: BillingRequest,
      errors: [
        problems.pack_id_not_numeric,
        problems.pack_id_invalid,
        problems.order_in_pack,
        problems.not_authorized,
        problems.site_not_supported,
        problems.biller_required,
        problems.messaging_not_allowed,
        problems.body_empty,
        problems.body_unreadable,
        problems.text_empty,
        problems.text_too_long,
        problems.text_not_valid,
      ],
      problems: { invalid: requestProblem },
      site: rowsOfPath,
      async handle({ params, body, caller, once }, deps) {
        const request = await askableBillingData(deps, caller, { packId: params.pack_id, text: body.text });
        return once({
          change: () => requestBillingData(deps, request),
          answer: () => ({ pack_id: params.pack_id, status: "sent" as const }),
        });
      },
    }),
  ],
});
