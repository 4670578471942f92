import type { ItemSummary } from "@marketplace/contracts";
import { dayMs } from "@marketplace/conventions";
import { ordersBySeller } from "../orders/new-orders.rules.ts";
import { type Draws, drawsOf } from "./draws.rules.ts";
import { holdsUnits, livedOrder, type PastOrder, possibleWay, wayOf } from "./past-life.rules.ts";

const days = 90;

/** What a seller of the demo sold: the items, with the units that their counters have. */
export interface SoldItems {
  items: readonly { item: ItemSummary; units: number }[];
  buyers: readonly number[];
  now: Date;
  seed: number;
}

/** The orders of one purchase; several are a pack. */
export type PastPurchase = PastOrder[];

interface Line {
  item: ItemSummary;
  quantity: number;
  /** Whether the item's counter has its units. */
  held: boolean;
}

/** Most buyers take one unit. */
function quantityOf(left: number, draws: Draws): number {
  const drawn = draws.next();
  return Math.min(left, drawn < 0.76 ? 1 : drawn < 0.93 ? 2 : 3);
}

/** Splits the units of each item into lines; one line in sixteen is a canceled order besides. */
function linesOf({ items }: SoldItems, draws: Draws): Line[] {
  const lines: Line[] = [];
  for (const { item, units } of items)
    for (let left = units; left > 0; ) {
      const quantity = quantityOf(left, draws);
      lines.push({ item, quantity, held: true });
      if (draws.next() < 1 / 16) lines.push({ item, quantity: 1, held: false });
      left -= quantity;
    }
  return lines;
}

/** A moment of the last 90 days, more of them in the evening than at night. */
function momentOf(now: Date, draws: Draws): Date {
  const day = Math.floor(draws.next() * days) + 1;
  const hour = 8 + Math.floor((draws.next() + draws.next()) * 8);
  const midnight = Math.floor((now.getTime() - day * dayMs) / dayMs) * dayMs;
  const at = midnight + (hour + 3) * 3_600_000 + Math.floor(draws.next() * 3_600_000);
  return new Date(Math.min(at, now.getTime() - 60_000));
}

/** The purchases from a seller over 90 days, the oldest first; the same for the same clock and seed. */
export function pastPurchases(sold: SoldItems): PastPurchase[] {
  const draws = drawsOf(sold.seed);
  const placed = linesOf(sold, draws)
    .map((line) => ({ line, at: momentOf(sold.now, draws) }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const purchases: PastPurchase[] = [];
  for (let index = 0; index < placed.length; index += 1) {
    const [first, second] = [placed[index], placed[index + 1]];
    if (!first) break;
    const joins = second && second.line.item.id !== first.line.item.id && draws.next() < 0.09;
    if (joins) index += 1;
    const lines = [first.line, ...(joins ? [second.line] : [])];
    purchases.push(purchaseOf(lines, { at: first.at, sold, draws }));
  }
  return purchases;
}

function purchaseOf(
  lines: readonly Line[],
  { at, sold, draws }: { at: Date; sold: SoldItems; draws: Draws },
): PastPurchase {
  const bought = lines.map(({ item, quantity }) => ({ id: item.id, quantity }));
  const items = lines.map(({ item }) => item);
  const sale = {
    buyerId: draws.pick(sold.buyers),
    at,
    purchaseId: "",
    payment: "approved" as const,
    outcome: "delivered",
  };
  const orders = ordersBySeller(bought, items, sale).flat();
  return orders.flatMap((order, index) => {
    const line = lines[index];
    if (!line) return [];
    // Orders of a pack are paid and shipped together.
    const drawn = lines.length > 1 && line.held ? "paid" : wayOf(ageOf(at, sold.now), line.held, draws);
    const way = possibleWay(drawn, order);
    if (holdsUnits(way) !== line.held) throw new Error(`a line that is held went the way ${way}`);
    const plain = { ...order, purchaseId: null, manufacturingDays: null };
    return [livedOrder(plain, way, { draws, now: sold.now })];
  });
}

const ageOf = (at: Date, now: Date): number => now.getTime() - at.getTime();
