import type { CatalogRpc, ItemSummary } from "./catalog.ts";

/** Longer numbers are no ids: they do not fit the sequences that ids come from. */
const possibleId = /^[A-Z]{3}\d{1,19}$/;

/**
 * The items with ids that a client sent, in no particular order. What cannot be an id is not found without
 * asking: it may have any length, and calls travel in a URL together with those of others.
 */
export async function findItems(
  { items }: Pick<CatalogRpc, "items">,
  sent: readonly string[],
): Promise<ItemSummary[]> {
  const ids = sent.filter((id) => possibleId.test(id));
  return ids.length > 0 ? items({ ids }) : [];
}
