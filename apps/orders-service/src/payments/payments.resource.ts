import { idParam } from "@marketplace/conventions";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { paymentRows, repeatable } from "../sharding/rows.ts";
import { collection, refundRecord } from "./payment-wire.rules.ts";
import { type PaidOrder, readablePayment } from "./payments.policy.ts";
import { Collection, PaymentMove, RefundBody, RefundRecord } from "./payments.schema.ts";
import { followUp, giveBack, move } from "./payments.service.ts";

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
        site: ({ params: { id: paymentId } }) => repeatable(paymentRows(paymentId)),
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
      site: ({ params: { id } }) => repeatable(paymentRows(id)),
      handle: async ({ params: { id }, caller }, deps) => ({
        collection: await collectionOf(await readablePayment(deps, id, caller), deps),
      }),
    }),
    operation({
      id: "movePayment",
      method: "PUT",
      path: "/payments/{id}",
      summary: "Moves a payment, by its payer or an operator",
      example: "/payments/5300000011",
      params,
      body: PaymentMove,
      response: Collection,
      errors: [
        ...unreadable,
        problems.not_the_buyer,
        problems.operators_move,
        problems.payment_move,
        problems.amount_too_high,
      ],
      site: ({ params: { id } }) => paymentRows(id),
      handle: async ({ params: { id }, body, caller }, deps) =>
        collectionOf(await move(deps, id, { status: body.status, caller }), deps),
    }),
    operation({
      id: "refundPayment",
      method: "POST",
      path: "/payments/{id}/refunds",
      summary: "Gives a payment back, in whole or in part, by its collector",
      example: "/payments/5300000011/refunds",
      params,
      body: RefundBody,
      status: 201,
      response: RefundRecord,
      creates: "in steps",
      errors: [
        ...unreadable,
        problems.not_the_seller,
        problems.payment_move,
        problems.nothing_to_refund,
        problems.amount_too_high,
      ],
      site: ({ params: { id } }) => paymentRows(id),
      async handle({ params: { id }, body, caller, once }, deps) {
        const { order } = await readablePayment(deps, id, caller);
        if (order.sellerId !== caller.userId) throw problems.not_the_seller();
        return once({
          change: () => giveBack(deps, id, { ...body, caller, orderId: order.id }),
          finish: async (made) => ({ ...made, order: await followUp(deps, made.order) }),
          answer: ({ refund }) => refundRecord(refund),
        });
      },
    }),
  ],
});
