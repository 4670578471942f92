import type { Deps } from "../deps.ts";
import type { FeedbackRepo } from "../feedback/feedback.repo.ts";
import type { PacksRepo } from "../packs/packs.repo.ts";
import type { PaymentsRepo } from "../payments/payments.repo.ts";
import type { Order } from "./order-record.schema.ts";
import { orderWire } from "./order-wire.rules.ts";
import type { OrderWire } from "./orders.schema.ts";

interface Sources extends Pick<Deps, "identity"> {
  payments: Pick<PaymentsRepo, "ofOrders">;
  feedback: Pick<FeedbackRepo, "ofOrders">;
  packs: Pick<PacksRepo, "places">;
}

/** Orders as their parties see them, in the same order: each part is read once for all of them. */
export async function ordersWire(
  { payments, packs, identity, feedback }: Sources,
  orders: readonly Order[],
): Promise<OrderWire[]> {
  if (orders.length === 0) return [];
  const userIds = new Set(orders.flatMap(({ sellerId, buyerId }) => [sellerId, buyerId]));
  const packIds = new Set(orders.flatMap(({ packId }) => packId ?? []));
  const ids = orders.map(({ id }) => id);
  const [made, given, placed, users] = await Promise.all([
    payments.ofOrders(ids),
    feedback.ofOrders(ids),
    packs.places([...packIds]),
    identity.users({ ids: [...userIds] }),
  ]);
  const places = new Map(placed.map(({ id, place }) => [id, place]));
  const paymentsOf = Map.groupBy(made, ({ orderId }) => orderId);
  // Feedback is hidden until both sides have given theirs.
  const shown = given.filter(({ visibleAt }) => visibleAt !== null);
  const feedbackOf = Map.groupBy(shown, ({ orderId }) => orderId);
  const profiles = new Map(users.map((user) => [user.id, user]));
  return orders.map((order) =>
    orderWire(order, {
      payments: paymentsOf.get(order.id) ?? [],
      feedback: feedbackOf.get(order.id) ?? [],
      seller: profiles.get(order.sellerId),
      buyer: profiles.get(order.buyerId),
      elementId: places.get(order.id) ?? null,
    }),
  );
}

/** One order as its parties see it. */
export async function readOrder(deps: Sources, order: Order): Promise<OrderWire> {
  const [wire] = await ordersWire(deps, [order]);
  if (!wire) throw new Error(`order ${order.id} has no wire form`);
  return wire;
}
