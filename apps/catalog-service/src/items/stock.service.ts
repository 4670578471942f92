import type { CatalogRpc, ItemSummary } from "@marketplace/contracts";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { Clock } from "@marketplace/server";
import type { Item } from "./item.ts";
import type { ItemSummaries } from "./item-summaries.repo.ts";
import type { ItemsRepo } from "./items.repo.ts";
import { type Reservation, reservationsRepo } from "./reservations.repo.ts";

type Answer = Awaited<ReturnType<CatalogRpc["takeStock"]>>;
type Line = Parameters<CatalogRpc["takeStock"]>[0]["lines"][number];
type Fault = Extract<Answer, { taken: false }>["faults"][number];

interface StockDeps {
  itemSummaries: ItemSummaries;
  db: CatalogDatabase;
  items: ItemsRepo;
  clock: Clock;
}

/** One line per item: what is asked of an item in two lines must be there for both. */
export function mergeLines(lines: readonly Line[]): Line[] {
  const quantities = new Map<string, number>();
  for (const { item_id, quantity } of lines)
    quantities.set(item_id, (quantities.get(item_id) ?? 0) + quantity);
  return [...quantities].map(([item_id, quantity]) => ({ item_id, quantity }));
}

/** What stands against a line; `undefined` when it can be taken. */
export function faultOf({ item_id, quantity }: Line, item: Item | undefined): Fault | undefined {
  if (!item) return { item_id, reason: "not_found" };
  if (item.status !== "active") return { item_id, reason: "not_active" };
  if (item.availableQuantity < quantity) return { item_id, reason: "insufficient" };
  return undefined;
}

/**
 * Takes a purchase's stock, all lines or none. The key's row is written first: a repetition, also a parallel one,
 * waits for it and gets the stored answer.
 */
export async function takeStock(
  purchaseKey: string,
  lines: readonly Line[],
  deps: StockDeps,
): Promise<Answer> {
  const { db, items } = deps;
  const reservations = reservationsRepo(db);
  return db.transaction(async () => {
    const merged = mergeLines(lines);
    if (!(await reservations.claim(purchaseKey, merged))) return (await reservations.get(purchaseKey)).answer;
    const locked = new Map(
      (await items.lockAll(merged.map(({ item_id }) => item_id))).map((item) => [item.id, item]),
    );
    const faults = merged
      .map((line) => faultOf(line, locked.get(line.item_id)))
      .filter((fault) => fault !== undefined);
    const answer: Answer =
      faults.length > 0 ? { taken: false, faults } : { taken: true, items: await sell(merged, locked, deps) };
    await reservations.answer(purchaseKey, answer);
    return answer;
  });
}

async function sell(
  lines: readonly Line[],
  locked: Map<string, Item>,
  deps: StockDeps,
): Promise<ItemSummary[]> {
  for (const { item_id, quantity } of lines) {
    const item = locked.get(item_id);
    if (item) await move(item, quantity, deps);
  }
  return deps.itemSummaries(lines.map(({ item_id }) => item_id));
}

const move = (item: Item, quantity: number, { items, clock }: StockDeps): Promise<Item> =>
  items.update({
    ...item,
    availableQuantity: item.availableQuantity - quantity,
    soldQuantity: item.soldQuantity + quantity,
    lastUpdated: clock.now(),
  });

/**
 * Gives a purchase's stock back, once. A key that was never used is spent by it: a takeStock that comes late, after its
 * caller gave up, takes nothing.
 */
export async function returnStock(purchaseKey: string, deps: StockDeps): Promise<{ returned: boolean }> {
  const { db, items, clock } = deps;
  const reservations = reservationsRepo(db);
  return db.transaction(async () => {
    if (await reservations.claim(purchaseKey, [])) {
      await reservations.answer(purchaseKey, { taken: false, faults: [] });
      return { returned: false };
    }
    const reservation: Reservation | undefined = await reservations.markReturned(purchaseKey, clock.now());
    if (!reservation) return { returned: false };
    const quantities = new Map(reservation.lines.map(({ item_id, quantity }) => [item_id, quantity]));
    const locked = await items.lockAll([...quantities.keys()]);
    for (const item of locked) await move(item, -(quantities.get(item.id) ?? 0), deps);
    return { returned: true };
  });
}
