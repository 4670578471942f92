import { type Cause, isBlank } from "@marketplace/conventions";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import { fault } from "./issues.rules.ts";
import type { AttributeInput } from "./item-input.schema.ts";
import type { ItemAttribute } from "./items.schema.ts";

interface Resolved {
  attributes: ItemAttribute[];
  faults: Cause[];
  /** Ids of those that were given in a way that cannot be: they are not missing as well. */
  refused: Set<string>;
}

/**
 * Brings attributes into the words of a category: known values by id or by name, free ones in their type. An attribute
 * without a value is left out: so a change takes one away, of those `present` also one that the category does not have.
 */
export function resolveAttributes(
  given: readonly AttributeInput[],
  definitions: readonly CategoryAttribute[],
  present: readonly ItemAttribute[] = [],
): Resolved {
  const removable = new Set(present.map(({ id }) => id));
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const resolved: Resolved = { attributes: [], faults: [], refused: new Set() };
  const seen = new Set<string>();
  for (const [index, input] of given.entries()) {
    const place = `attributes[${index}]`;
    if (seen.has(input.id)) {
      resolved.faults.push(fault("attributes.duplicate", `attribute ${input.id} is given twice`, place));
      resolved.refused.add(input.id);
      continue;
    }
    seen.add(input.id);
    const isPresent = removable.has(input.id);
    const result = resolve(input, byId.get(input.id), { place, isPresent, open: definitions.length === 0 });
    if (result === undefined) continue;
    if ("code" in result) {
      resolved.faults.push(result);
      resolved.refused.add(input.id);
    } else resolved.attributes.push(result);
  }
  return resolved;
}

interface Place {
  place: string;
  /** A category that knows no attributes takes any. */
  open: boolean;
  /** Whether the item has the attribute, so that it can be taken away. */
  isPresent: boolean;
}

function resolve(
  input: AttributeInput,
  definition: CategoryAttribute | undefined,
  { place, open, isPresent }: Place,
): ItemAttribute | Cause | undefined {
  const { id, value_id, value_name } = input;
  const text = value_name?.trim() ?? "";
  const isWithoutValue = value_id == null && isBlank(text);
  if (!definition && !open && !(isPresent && isWithoutValue))
    return fault("attributes.invalid", `attribute ${id} does not belong to the category`, place);
  const name = definition?.name ?? id;
  const known = definition?.values ?? [];
  if (value_id != null) {
    const value = known.find((candidate) => candidate.id === value_id);
    if (value) return { id, name, value_id, value_name: value.name };
    return fault("attributes.invalid_value", `${value_id} is not a value of ${id}`, `${place}.value_id`);
  }
  if (isWithoutValue) return undefined;
  const value = known.find((candidate) => folded(candidate.name) === folded(text));
  if (value) return { id, name, value_id: value.id, value_name: value.name };
  const reason = definition && freeValueFault(text, definition);
  if (reason !== undefined)
    return fault("attributes.invalid_value", `${id} ${reason}`, `${place}.value_name`);
  return { id, name, value_id: null, value_name: text };
}

/** What is wrong with a value that the category does not list; `undefined` when it may be one of the seller's own. */
function freeValueFault(
  text: string,
  { value_type, value_max_length }: CategoryAttribute,
): string | undefined {
  if (value_type === "list" || value_type === "boolean") return `must be one of its listed values`;
  if (value_max_length !== undefined && [...text].length > value_max_length)
    return `may have at most ${value_max_length} characters`;
  if (value_type === "number" && !/^-?\d+([.,]\d+)?$/.test(text)) return "must be a number";
  if (value_type === "number_unit" && !/^-?\d+([.,]\d+)? ?[^\s\d.,]\S{0,11}$/.test(text))
    return "must be a number with its unit, such as 500 g";
  return undefined;
}

/** What an item takes along into another category: what that knows, in its own words, and can be there. */
export const carriedOver = (
  attributes: readonly ItemAttribute[],
  definitions: readonly CategoryAttribute[],
): ItemAttribute[] =>
  resolveAttributes(
    attributes.map(({ id, value_name }) => ({ id, value_name })),
    definitions,
  ).attributes;

/** One cause for each required attribute that is missing. */
export function missingAttributes(
  { content, refused }: { content: { attributes: readonly ItemAttribute[] }; refused: ReadonlySet<string> },
  definitions: readonly CategoryAttribute[],
): Cause[] {
  const present = new Set(content.attributes.map(({ id }) => id));
  return definitions
    .filter(({ id, tags }) => tags.required && !present.has(id) && !refused.has(id))
    .map(({ id }) => fault("attributes.missing_required", `attribute ${id} is required`, "attributes"));
}

/** Sellers write `128GB` and `128  gb` for `128 GB`. */
const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/(?<=\d) (?=[a-z"%])/g, "");
