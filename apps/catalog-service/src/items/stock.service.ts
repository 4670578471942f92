import type { CatalogRpc, ItemSummary } from "@marketplace/contracts";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { Clock } from "@marketplace/server";
import type { ItemSummariesRepo } from "./item-summaries.repo.ts";
import type { ItemsRepo } from "./items.repo.ts";
import type { Item } from "./items.schema.ts";
import { createReservationsRepo, type Reservation } from "./reservations.repo.ts";

type Answer = Awaited<ReturnType<CatalogRpc["takeStock"]>>;
type Line = Parameters<CatalogRpc["takeStock"]>[0]["lines"][number];
type StockIssue = Extract<Answer, { taken: false }>["faults"][number];

interface StockDeps {
  itemSummaries: ItemSummariesRepo;
  db: CatalogDatabase;
  items: ItemsRepo;
  clock: Clock;
}

/** Adds up lines of the same item, whose stock must suffice for all of them. */
export function mergeLines(lines: readonly Line[]): Line[] {
  const quantities = new Map<string, number>();
  for (const { item_id, quantity } of lines)
    quantities.set(item_id, (quantities.get(item_id) ?? 0) + quantity);
  return [...quantities].map(([item_id, quantity]) => ({ item_id, quantity }));
}

/** Why the stock of a line cannot be taken. */
export function issueOf({ item_id, quantity }: Line, item: Item | undefined): StockIssue | undefined {
  if (!item) return { item_id, reason: "not_found" };
  if (item.status !== "active") return { item_id, reason: "not_active" };
  if (item.availableQuantity < quantity) return { item_id, reason: "insufficient" };
  return undefined;
}

/**
 * Takes the stock of a purchase, all lines or none. It inserts the row of the idempotency key first, so that
 * a repetition waits for it and gets the stored answer.
 */
export async function takeStock(
  purchaseKey: string,
  lines: readonly Line[],
  deps: StockDeps,
): Promise<Answer> {
  const { db, items } = deps;
  const reservations = createReservationsRepo(db);
  return db.transaction(async () => {
    const merged = mergeLines(lines);
    if (!(await reservations.claim(purchaseKey, merged))) return (await reservations.get(purchaseKey)).answer;
    const locked = new Map(
      (await items.lockAll(merged.map(({ item_id }) => item_id))).map((item) => [item.id, item]),
    );
    const faults = merged
      .map((line) => issueOf(line, locked.get(line.item_id)))
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
 * Returns the stock of a purchase once. This also uses up a key without a purchase, so that a takeStock that
 * arrives after its caller gave up takes nothing.
 */
export async function returnStock(purchaseKey: string, deps: StockDeps): Promise<{ returned: boolean }> {
  const { db, items, clock } = deps;
  const reservations = createReservationsRepo(db);
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
