import type { OrdersRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import { serviceVitals } from "@marketplace/events";
import type { Deps } from "./deps.ts";
import { sumOf } from "./orders/money.rules.ts";
import { shipmentMoved } from "./orders/shipment-moves.service.ts";
import { packSummary } from "./packs/packs.schema.ts";
import { resources } from "./resources.ts";

/** Implements the calls of the other services. */
export const ordersRpc = (deps: Deps): OrdersRpc => ({
  describe: async () => openApiFragment(resources),
  vitals: () => serviceVitals(deps),
  async pack({ pack_id }) {
    const pack = await deps.packs.find(pack_id);
    return pack ? packSummary(pack) : null;
  },
  async payments({ order_ids }) {
    const [orders, payments] = await Promise.all([
      deps.orders.findAll(order_ids),
      deps.payments.ofOrders(order_ids),
    ]);
    return payments.flatMap((payment) => {
      const order = orders.find(({ id }) => id === payment.orderId);
      const amount = sumOf(payment.amount, payment.shippingCost);
      return order
        ? [{ payment_id: payment.id, user_id: order.buyerId, amount, status: payment.status }]
        : [];
    });
  },
  trades: ({ user_ids }) => deps.trades.of(user_ids),
  async shipmentMoved({ order_ids: orderIds, status, substatus, version, at }) {
    await shipmentMoved(deps, { orderIds, status, substatus, version, at: new Date(at) });
    return {};
  },
});
