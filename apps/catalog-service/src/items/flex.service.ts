import type { CatalogRpc } from "@marketplace/contracts";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { Clock } from "@marketplace/server";
import type { ItemsRepo } from "./items.repo.ts";
import type { Item } from "./items.schema.ts";

export const flexTags = {
  available: "self_service_available",
  on: "self_service_in",
  off: "self_service_out",
} as const;

const flexWords: ReadonlySet<string> = new Set(Object.values(flexTags));

/** The tags without those of Flex. */
export const otherTags = (tags: readonly string[]): string[] => tags.filter((tag) => !flexWords.has(tag));

/** The tags of an item that may ship with Flex, switched on or off. */
export const withFlex = (tags: readonly string[], on: boolean): string[] => [
  flexTags.available,
  on ? flexTags.on : flexTags.off,
  ...otherTags(tags),
];

type Outcome = Awaited<ReturnType<CatalogRpc["setFlex"]>>["outcome"];

/**
 * The outcome of a command (spec: Item Flex flag; decisions 6.7). Switching on an item that is on already
 * changes nothing, whatever its status and whether it still offers Flex.
 */
export function flexOutcome(item: Pick<Item, "status" | "shippingTags">, on: boolean): Outcome {
  if (on && item.shippingTags.includes(flexTags.on)) return "unchanged";
  if (item.status !== "active") return "not_active";
  if (!item.shippingTags.includes(flexTags.available)) return "not_offered";
  return item.shippingTags.includes(flexTags.on) === on ? "unchanged" : "changed";
}

interface FlexDeps {
  db: CatalogDatabase;
  items: ItemsRepo;
  clock: Clock;
}

/** Switches Flex for an item. The row lock lets only one of two parallel commands see `changed`. */
export async function setFlex(itemId: string, on: boolean, { db, items, clock }: FlexDeps): Promise<Outcome> {
  return db.transaction(async () => {
    const item = await items.lock(itemId);
    if (!item) return "not_found";
    const outcome = flexOutcome(item, on);
    if (outcome === "changed") {
      const shippingTags = withFlex(item.shippingTags, on);
      await items.update({ ...item, shippingTags, lastUpdated: clock.now() });
    }
    return outcome;
  });
}
