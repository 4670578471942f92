import { type Cause, isBlank } from "@marketplace/conventions";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import { issue } from "./issues.rules.ts";
import type { AttributeInput } from "./item-input.schema.ts";
import type { ItemAttribute } from "./items.schema.ts";

interface Resolved {
  attributes: ItemAttribute[];
  issues: Cause[];
  /** Ids of attributes with an issue: these are not also reported as missing. */
  invalidIds: Set<string>;
}

/**
 * Resolves attributes against the definitions of a category: known values by id or name, free values by their
 * type. An attribute without a value is removed, also a `present` one that the category does not define.
 */
export function resolveAttributes(
  given: readonly AttributeInput[],
  definitions: readonly CategoryAttribute[],
  present: readonly ItemAttribute[] = [],
): Resolved {
  const removable = new Set(present.map(({ id }) => id));
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const resolved: Resolved = { attributes: [], issues: [], invalidIds: new Set() };
  const seen = new Set<string>();
  for (const [index, input] of given.entries()) {
    const place = `attributes[${index}]`;
    if (seen.has(input.id)) {
      resolved.issues.push(issue("attributes.duplicate", `attribute ${input.id} is given twice`, place));
      resolved.invalidIds.add(input.id);
      continue;
    }
    seen.add(input.id);
    const isPresent = removable.has(input.id);
    const result = resolve(input, byId.get(input.id), { place, isPresent, open: definitions.length === 0 });
    if (result === undefined) continue;
    if ("code" in result) {
      resolved.issues.push(result);
      resolved.invalidIds.add(input.id);
    } else resolved.attributes.push(result);
  }
  return resolved;
}

interface Place {
  place: string;
  /** A category without attributes accepts all. */
  open: boolean;
  /** Whether the item has the attribute, so that it can be removed. */
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
    return issue("attributes.invalid", `attribute ${id} does not belong to the category`, place);
  const name = definition?.name ?? id;
  const known = definition?.values ?? [];
  if (value_id != null) {
    const value = known.find((candidate) => candidate.id === value_id);
    if (value) return { id, name, value_id, value_name: value.name };
    return issue("attributes.invalid_value", `${value_id} is not a value of ${id}`, `${place}.value_id`);
  }
  if (isWithoutValue) return undefined;
  const value = known.find((candidate) => folded(candidate.name) === folded(text));
  if (value) return { id, name, value_id: value.id, value_name: value.name };
  const reason = definition && freeValueIssue(text, definition);
  if (reason !== undefined)
    return issue("attributes.invalid_value", `${id} ${reason}`, `${place}.value_name`);
  return { id, name, value_id: null, value_name: text };
}

/** Why a category refuses a value that it does not list; `undefined` when it takes it. */
function freeValueIssue(
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

/** The attributes that an item keeps in another category, resolved there by the names of their values. */
export const carriedOver = (
  attributes: readonly ItemAttribute[],
  definitions: readonly CategoryAttribute[],
): ItemAttribute[] =>
  resolveAttributes(
    attributes.map(({ id, value_name }) => ({ id, value_name })),
    definitions,
  ).attributes;

/** One issue per missing required attribute. */
export function missingAttributes(
  {
    content,
    invalidIds,
  }: { content: { attributes: readonly ItemAttribute[] }; invalidIds: ReadonlySet<string> },
  definitions: readonly CategoryAttribute[],
): Cause[] {
  const present = new Set(content.attributes.map(({ id }) => id));
  return definitions
    .filter(({ id, tags }) => tags.required && !present.has(id) && !invalidIds.has(id))
    .map(({ id }) => issue("attributes.missing_required", `attribute ${id} is required`, "attributes"));
}

/** Folds spellings: sellers write `128GB` and `128  gb` for `128 GB`. */
const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/(?<=\d) (?=[a-z"%])/g, "");
