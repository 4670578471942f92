import { isDeepStrictEqual } from "node:util";
import type { Cause } from "@marketplace/conventions";
import { carriedOver, type Definitions, resolveByName } from "../items/attributes.rules.ts";
import { issue } from "../items/issues.rules.ts";
import type { StoredVariation } from "./variations.schema.ts";

interface Carrying {
  before: readonly StoredVariation[];
  /** Of the category that the item comes to. */
  definitions: Definitions;
  issues: Cause[];
  /** The place of the combinations in the body. */
  at: string;
}

/**
 * A variation of an item that comes from another category: what it had there is resolved by name. It loses
 * attributes that the category does not have; a value that the category does not take in its combinations is
 * an issue. Whether it may differ in them is another rule's.
 */
export function carriedVariation(
  variation: StoredVariation,
  { before, definitions, issues, at }: Carrying,
): StoredVariation {
  const known = before.find(({ id }) => id === variation.id);
  if (!known) return variation;
  const combinations = variation.combinations.map((each) => {
    const { id } = each;
    const isPresent = known.combinations.some((present) => isDeepStrictEqual(present, each));
    if (id === null || !isPresent || !definitions.known.has(id)) return each;
    const resolved = resolveByName({ ...each, id }, definitions);
    for (const { message } of resolved.issues)
      issues.push(issue("variations.attribute_combinations.invalid_value", message, at));
    return resolved.attributes[0] ?? each;
  });
  const attributes = carriedOver(variation.attributes, definitions, known.attributes);
  return { ...variation, combinations, attributes };
}
