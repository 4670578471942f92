import { idParam } from "@marketplace/conventions";
import { operation } from "../kit.ts";
import { orderPayment } from "../payments/payment-wire.rules.ts";
import { OrderPayment } from "../payments/payments.schema.ts";
import { followUp, pay } from "../payments/payments.service.ts";
import { invalidOrderId, problems } from "../problems.ts";
import { repeatable, saleRows } from "../sharding/rows.ts";
import { orderChange, paymentBody } from "./order-commands.schema.ts";
import { changeOrder } from "./order-commands.service.ts";
import { Order } from "./orders.schema.ts";
import { readOrder } from "./orders-wire.service.ts";

const params = { id: idParam().describe("Order id") };
const unreadable = [problems.order_not_found, problems.invalid_order_id, problems.not_owned_order];

/** What buyers and sellers do with an order. */
export const orderCommands = [
  operation({
    id: "updateOrder",
    method: "PUT",
    path: "/orders/{id}",
    summary:
      "Cancels an order until it is shipped, or marks one without shipment as delivered; operators judge it",
    example: "/orders/4600000001",
    params,
    body: orderChange,
    response: Order,
    errors: [
      ...unreadable,
      problems.not_a_party,
      problems.operators_verdict,
      problems.order_move,
      problems.not_the_seller,
      problems.order_not_cancellable,
      problems.order_with_shipment,
      problems.order_not_paid,
    ],
    problems: { invalid: invalidOrderId },
    site: ({ params }) => repeatable(saleRows(params.id)),
    handle: async ({ params: { id }, body, caller }, deps) =>
      readOrder(deps, await changeOrder(deps, id, { change: body, caller })),
  }),
  operation({
    id: "payOrder",
    method: "POST",
    path: "/orders/{id}/payments",
    summary: "Pays an order of the caller's, in whole or in part",
    example: "/orders/4600000001/payments",
    params,
    body: paymentBody,
    status: 201,
    response: OrderPayment,
    creates: "in steps",
    errors: [
      ...unreadable,
      problems.not_the_buyer,
      problems.order_not_payable,
      problems.too_many_payments,
      problems.amount_too_high,
    ],
    problems: { invalid: invalidOrderId },
    site: ({ params }) => saleRows(params.id),
    handle: ({ params: { id }, body, caller, once }, deps) =>
      once({
        change: () => pay(deps, id, { ...body, caller }),
        finish: async (paid) => ({ ...paid, order: await followUp(deps, paid.order) }),
        answer: ({ payment, order }) => orderPayment(payment, order),
      }),
  }),
];
