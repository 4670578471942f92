import type { CatalogRpc, ItemSummary } from "@marketplace/contracts";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { Clock } from "@marketplace/server";
import { stockOf } from "../variations/variations.rules.ts";
import { isSoldOut, stateWithStock } from "./item-status.rules.ts";
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

const keyOf = ({ item_id, variation_id }: Line): string => `${item_id} ${variation_id ?? ""}`;

/** Adds up lines of the same item or variation, whose stock must suffice for all of them. */
export const mergeLines = (lines: readonly Line[]): Line[] =>
  [...Map.groupBy(lines, keyOf).values()].flatMap((same) =>
    same
      .slice(0, 1)
      .map((line) => ({ ...line, quantity: same.reduce((sum, { quantity }) => sum + quantity, 0) })),
  );

/** Why the stock of a line cannot be taken. */
export function issueOf(
  { item_id, variation_id, quantity }: Line,
  item: Item | undefined,
): StockIssue | undefined {
  const issue = { item_id, ...(variation_id !== undefined && { variation_id }) };
  if (!item) return { ...issue, reason: "not_found" };
  if (item.status !== "active" && !isSoldOut(item)) return { ...issue, reason: "not_active" };
  const isChosen = variation_id !== undefined;
  if (!isChosen && item.variations.length > 0) return { ...issue, reason: "not_active", variation: "needed" };
  const chosen = item.variations.find(({ id }) => id === variation_id);
  if (isChosen && !chosen) return { ...issue, reason: "not_active", variation: "unknown" };
  if ((chosen?.available ?? item.availableQuantity) < quantity) return { ...issue, reason: "insufficient" };
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
  const ids = [...new Set(lines.map(({ item_id }) => item_id))];
  for (const id of ids) {
    const item = locked.get(id);
    if (item) await move(item, linesOf(id, lines), deps);
  }
  return deps.itemSummaries(ids);
}

const linesOf = (id: string, lines: readonly Line[]): Line[] => lines.filter(({ item_id }) => item_id === id);

/** Moves units of an item from stock to sold, back where a quantity is negative. */
function move(item: Item, lines: readonly Line[], { items, clock }: StockDeps): Promise<Item> {
  const moved = { ...lines.reduce(afterSale, item), lastUpdated: clock.now() };
  return items.update({ ...moved, ...stateWithStock(moved) });
}

/** Orders that were not bought here, such as those of the demo, give back units that were never counted. */
const soldAfter = (sold: number, quantity: number): number => Math.max(0, sold + quantity);

/** A variation that was removed since takes nothing back: the stock is that of what the item has now. */
function afterSale(item: Item, { variation_id, quantity }: Line): Item {
  const sold = item.variations.find(({ id }) => id === variation_id)?.sold;
  // The item counts what its variation counts.
  const counted = sold === undefined ? quantity : soldAfter(sold, quantity) - sold;
  const soldQuantity = soldAfter(item.soldQuantity, counted);
  if (item.variations.length === 0) {
    const moved = variation_id === undefined ? quantity : 0;
    return { ...item, availableQuantity: item.availableQuantity - moved, soldQuantity };
  }
  const variations = item.variations.map((each) =>
    each.id === variation_id
      ? { ...each, available: each.available - quantity, sold: soldAfter(each.sold, quantity) }
      : each,
  );
  return { ...item, variations, availableQuantity: stockOf(variations), soldQuantity };
}

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
    const back = reservation.lines.map((line) => ({ ...line, quantity: -line.quantity }));
    const locked = await items.lockAll([...new Set(back.map(({ item_id }) => item_id))]);
    for (const item of locked) await move(item, linesOf(item.id, back), deps);
    return { returned: true };
  });
}

type Units = Parameters<CatalogRpc["returnUnits"]>[0];

/** Returns units of one line of a purchase, once per key: an order of several was canceled. */
export function returnUnits({ return_key, ...line }: Units, deps: StockDeps): Promise<{ returned: boolean }> {
  const reservations = createReservationsRepo(deps.db);
  return deps.db.transaction(async () => {
    if (!(await reservations.claim(return_key, [line]))) return { returned: false };
    await reservations.answer(return_key, { taken: false, faults: [] });
    const [item] = await deps.items.lockAll([line.item_id]);
    if (!item) return { returned: false };
    await move(item, [{ ...line, quantity: -line.quantity }], deps);
    return { returned: true };
  });
}
