import { type Caller, type Cause, Problem } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { Item } from "../items/items.schema.ts";
import { updateItem } from "../items/write-items.service.ts";
import { problems } from "../problems.ts";
import type { StoredVariation, VariationInput } from "./variations.schema.ts";

interface Write {
  id: string;
  caller: Caller;
}

interface WriteOne extends Write {
  variationId: number;
}

/** The variation with this id; 404 without one. */
export function variationOf(item: Item, variationId: number): StoredVariation {
  const variation = item.variations.find(({ id }) => id === variationId);
  if (!variation) throw problems.variation_not_found({ id: variationId, item: item.id });
  return variation;
}

const unchanged = ({ variations }: Item): VariationInput[] => variations.map(({ id }) => ({ id }));

/** Adds a variation to an item. */
export const addVariation = ({ id, caller }: Write, variation: VariationInput, deps: Deps): Promise<Item> =>
  asBodyOfOne(() => {
    const change = (item: Item) => ({ variations: [...unchanged(item), variation] });
    return updateItem({ id, caller, change, expect: () => {} }, deps);
  });

/** Changes a variation of an item. */
export const changeVariation = (
  { id, variationId, caller }: WriteOne,
  input: Omit<VariationInput, "id">,
  deps: Deps,
): Promise<Item> =>
  asBodyOfOne(() => {
    const change = (item: Item) => {
      variationOf(item, variationId);
      const variations = unchanged(item).map((each) =>
        each.id === variationId ? { ...input, ...each } : each,
      );
      return { variations };
    };
    return updateItem({ id, caller, change, expect: () => {} }, deps);
  });

/** Removes a variation from an item; its stock goes with it. */
export function removeVariation({ id, variationId, caller }: WriteOne, deps: Deps): Promise<Item> {
  const change = (item: Item) => {
    variationOf(item, variationId);
    return { variations: unchanged(item).filter((each) => each.id !== variationId) };
  };
  return updateItem({ id, caller, change, expect: () => {} }, deps);
}

/** References of an item's body become those of a variation's. */
async function asBodyOfOne(work: () => Promise<Item>): Promise<Item> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.cause.length === 0) throw error;
    const cause = error.cause.map((each): Cause => ({ ...each, references: each.references.map(inBody) }));
    throw problems.validation_error({ cause });
  }
}

const inBody = (reference: string): string =>
  // Only the rule that all variations have one price names `variations` as a whole.
  reference.replace(/^body\.variations\[\d+\]/, "body").replace(/^body\.variations$/, "body.price");
