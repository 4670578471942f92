import type { UserTrades } from "@marketplace/contracts";

type Counts = UserTrades["sold"];

const sum = (one: Counts, other: Counts): Counts => ({
  completed: one.completed + other.completed,
  canceled: one.canceled + other.canceled,
  canceled_paid: (one.canceled_paid ?? 0) + (other.canceled_paid ?? 0),
});

/** The trades of users in several databases, added up. */
export function addedTrades(all: readonly (readonly UserTrades[])[]): UserTrades[] {
  const trades = new Map<number, UserTrades>();
  for (const one of all.flat()) {
    const { user_id, sold, bought } = trades.get(one.user_id) ?? one;
    const isFirst = !trades.has(one.user_id);
    trades.set(
      one.user_id,
      isFirst ? one : { user_id, sold: sum(sold, one.sold), bought: sum(bought, one.bought) },
    );
  }
  return [...trades.values()];
}
