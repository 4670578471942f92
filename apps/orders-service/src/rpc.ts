import type { OrdersRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import { vitalsWith } from "@marketplace/events";
import { outboxesOf, worstOf } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";
import { sumOf } from "./orders/money.rules.ts";
import { shipmentMovedSomewhere } from "./orders/shipment-moves.service.ts";
import { packSummary } from "./packs/packs.schema.ts";
import { resources } from "./resources.ts";

/** Implements the calls of the other services. */
export const ordersRpc = (deps: Deps): OrdersRpc => ({
  describe: async () => openApiFragment(resources),
  vitals: async () => vitalsWith(worstOf(await outboxesOf(deps))),
  async pack({ pack_id }) {
    const pack = await deps.everywhere.packs.find(pack_id);
    return pack ? packSummary(pack) : null;
  },
  async payments({ order_ids }) {
    const { everywhere } = deps;
    const [orders, payments] = await Promise.all([
      everywhere.orders.findAll(order_ids),
      everywhere.payments.ofOrders(order_ids),
    ]);
    return payments.flatMap((payment) => {
      const order = orders.find(({ id }) => id === payment.orderId);
      const amount = sumOf(payment.amount, payment.shippingCost);
      return order
        ? [{ payment_id: payment.id, user_id: order.buyerId, amount, status: payment.status }]
        : [];
    });
  },
  trades: ({ user_ids }) => deps.everywhere.trades.of(user_ids),
  async shipmentMoved({ order_ids: orderIds, status, substatus, version, at }) {
    await shipmentMovedSomewhere(deps, { orderIds, status, substatus, version, at: new Date(at) });
    return {};
  },
});
