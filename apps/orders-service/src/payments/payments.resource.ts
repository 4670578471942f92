import { idParam } from "@marketplace/conventions";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { collection } from "./payment-wire.rules.ts";
import { type PaidOrder, readablePayment } from "./payments.policy.ts";
import { Collection } from "./payments.schema.ts";

const params = { id: idParam().describe("Payment id") };
const unreadable = [problems.payment_not_found, problems.payment_of_others];

/** A payment with its payer. */
async function collectionOf({ payment, order }: PaidOrder, { identity, clock }: Deps) {
  const [payer] = await identity.users({ ids: [order.buyerId] });
  return collection(payment, order, { payer, now: clock.now() });
}

/** The paths under which clients know one read. */
const reads = [
  { id: "getPayment", path: "/payments/{id}" },
  { id: "getCollection", path: "/collections/{id}" },
  { id: "getPaymentV1", path: "/v1/payments/{id}" },
] as const;

const Notified = z.object({ collection: Collection.describe("The payment") }).meta({ id: "NotifiedPayment" });

/** Payments of orders. */
export const payments = resource({
  name: "Payments",
  description: "Payments of orders, each for its payer and its collector",
  fields: Collection,
  related: ["/orders", "/users"],
  connections: { collector_id: "/users/{id}", order_id: "/orders/{id}" },
  operations: [
    ...reads.map(({ id, path }) =>
      operation({
        id,
        method: "GET",
        path,
        summary: "Reads a payment; only its payer, its collector and operators see it",
        example: path.replace("{id}", "5300000011"),
        params,
        response: Collection,
        errors: unreadable,
        handle: async ({ params: { id: paymentId }, caller }, deps) =>
          collectionOf(await readablePayment(deps, paymentId, caller), deps),
      }),
    ),
    operation({
      id: "getNotifiedPayment",
      method: "GET",
      path: "/collections/notifications/{id}",
      summary: "Reads a payment as a notification's receiver does",
      example: "/collections/notifications/5300000011",
      params,
      response: Notified,
      errors: unreadable,
      handle: async ({ params: { id }, caller }, deps) => ({
        collection: await collectionOf(await readablePayment(deps, id, caller), deps),
      }),
    }),
  ],
});
