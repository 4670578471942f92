import { isDeepStrictEqual } from "node:util";
import type { Cause } from "@marketplace/conventions";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import { type AttributeDefinition, resolveValues, valuesOf, wantedOf } from "./attribute-values.rules.ts";
import { issue } from "./issues.rules.ts";
import { type AttributeInput, notApplicable, type StoredAttribute } from "./item-attributes.schema.ts";
import type { ItemContent } from "./items.schema.ts";

interface Resolved {
  attributes: StoredAttribute[];
  issues: Cause[];
  /** Ids of attributes with an issue: these are not also reported as missing. */
  invalidIds: Set<string>;
}

export interface Definitions {
  field: string;
  /** The place of the attributes in the body; `field` when absent. */
  at?: string;
  /** What an attribute is called that is not known. */
  unknown: (id: string) => string;
  /** By id. */
  known: ReadonlyMap<string, AttributeDefinition>;
  /** Whether attributes that are not known are taken as they are. */
  open: boolean;
}

/**
 * Resolves attributes against their definitions: known values by id or name, free values by their type. An
 * attribute without a value is removed, also a `present` one that has no definition.
 */
export function resolveAttributes(
  given: readonly AttributeInput[],
  definitions: Definitions,
  present: readonly StoredAttribute[] = [],
): Resolved {
  const presentById = new Map(present.map((attribute) => [attribute.id, attribute]));
  const resolved: Resolved = { attributes: [], issues: [], invalidIds: new Set() };
  const seen = new Set<string>();
  for (const [index, input] of given.entries()) {
    const isRepeated = seen.has(input.id);
    seen.add(input.id);
    const result: ReturnType<typeof resolve> = isRepeated
      ? { code: "duplicate", message: `attribute ${input.id} is given twice` }
      : resolve(input, definitions, presentById.get(input.id));
    if (result === undefined) continue;
    if ("code" in result) {
      const { code, message } = result;
      resolved.issues.push(
        issue(
          `${definitions.field}.${code}`,
          message,
          `${definitions.at ?? definitions.field}[${index}]${result.at ?? ""}`,
        ),
      );
      resolved.invalidIds.add(input.id);
    } else resolved.attributes.push(result);
  }
  return resolved;
}

interface Invalid {
  code: "duplicate" | "invalid" | "invalid_value";
  message: string;
  /** The field of the attribute. */
  at?: string;
}

function resolve(
  input: AttributeInput,
  { known, open, unknown }: Definitions,
  present: StoredAttribute | undefined,
): StoredAttribute | Invalid | undefined {
  const { id } = input;
  const wanted = wantedOf(input, present);
  if (wanted === "present") return present;
  const definition = known.get(id);
  if (!definition && !open && !(present && wanted.length === 0))
    return { code: "invalid", message: unknown(id) };
  if (wanted.length === 0) return undefined;
  const values = resolveValues(wanted, definition);
  if (typeof values === "string") {
    const at = wanted[0]?.id == null ? ".value_name" : ".value_id";
    return { code: "invalid_value", message: `${id} ${values}`, at };
  }
  return { id, name: definition?.name ?? input.name ?? id, ...values, ...groupOf(definition ?? input) };
}

type Group = { [Field in "attribute_group_id" | "attribute_group_name"]?: string | null | undefined };

/** The group that an attribute is shown in, where one is known. */
export const groupOf = ({ attribute_group_id, attribute_group_name }: Group) =>
  attribute_group_id == null
    ? {}
    : { attribute_group_id, attribute_group_name: attribute_group_name ?? attribute_group_id };

/** An attribute resolved by the names of its values, as in another category; or why it cannot be. */
export const resolveByName = (attribute: StoredAttribute, definitions: Definitions): Resolved => {
  const values = valuesOf(attribute).map(({ id, name }) => (id === notApplicable ? { id } : { name }));
  return resolveAttributes([{ id: attribute.id, values }], definitions);
};

/**
 * The attributes of an item that comes from another category. Those that it had there are resolved by name,
 * or lost, also where they were sent back as they were read; the others are resolved already.
 */
export function carriedOver(
  attributes: readonly StoredAttribute[],
  definitions: Definitions,
  before: readonly StoredAttribute[],
): StoredAttribute[] {
  const beforeById = new Map(before.map((attribute) => [attribute.id, attribute]));
  return attributes.flatMap((attribute) =>
    isDeepStrictEqual(attribute, beforeById.get(attribute.id))
      ? resolveByName(attribute, definitions).attributes
      : [attribute],
  );
}

/** One issue per missing required attribute. */
export function missingAttributes(
  {
    content,
    invalidIds,
  }: {
    content: Pick<ItemContent, "attributes" | "variations">;
    invalidIds: ReadonlySet<string>;
  },
  definitions: readonly CategoryAttribute[],
): Cause[] {
  const ofVariations = content.variations.flatMap((each) => [...each.combinations, ...each.attributes]);
  const present = new Set([...content.attributes, ...ofVariations].map(({ id }) => id));
  return definitions
    .filter(({ id, tags }) => tags.required && !present.has(id) && !invalidIds.has(id))
    .map(({ id }) => issue("attributes.missing_required", `attribute ${id} is required`, "attributes"));
}
