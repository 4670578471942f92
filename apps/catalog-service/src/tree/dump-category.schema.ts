import { z } from "zod";
import { CategorySettings } from "../categories/categories.schema.ts";
import { AttributeValue, CategoryAttribute, heldTags } from "../categories/category-attributes.schema.ts";
import { type Issue, unstorable } from "./unstorable.rules.ts";

// Maximum lengths: ids are in indexes, and names are in the search index.
const id = z.string().min(1).max(100);
const name = z.string().min(1).max(500);
const text = z.string().max(2_000);

/** A timestamp that Postgres can store, with a year of four digits in UTC too. */
const timestamp = z.iso.datetime({ offset: true }).pipe(
  z.string().refine((value) => {
    const year = new Date(value).getUTCFullYear();
    return year >= 1 && year <= 9999;
  }, "must be a time of the years 1 to 9999"),
);

const Settings = CategorySettings.partial().extend({
  catalog_domain: id.nullish(),
  shipping_modes: z.array(text).optional(),
});

const Attribute = CategoryAttribute.extend({
  id,
  name: z.string().max(500),
  value_type: text.optional(),
  values: z.array(AttributeValue.extend({ id: z.string().max(255) })).optional(),
});

/** A category of a tree file; what it leaves out gets a default. */
const DumpCategory = z.looseObject({
  id,
  name,
  picture: text.nullish(),
  permalink: text.nullish(),
  path_from_root: z.array(z.object({ id, name })).min(1).max(64),
  children_categories: z.array(z.looseObject({ id })).optional(),
  total_items_in_this_category: z.number().optional(),
  attribute_types: text.optional(),
  settings: Settings.optional(),
  meta_categ_id: text.nullish(),
  attributable: z.boolean().optional(),
  date_created: timestamp.optional(),
  attributes: z.array(Attribute).optional(),
});
export type DumpCategory = z.output<typeof DumpCategory>;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of a schema that cannot be null. */
const neverNull = (schema: z.ZodObject): string[] =>
  Object.entries(schema.shape).flatMap(([key, field]) => (z.safeParse(field, null).success ? [] : [key]));

const never = {
  category: neverNull(DumpCategory),
  settings: neverNull(Settings),
  attribute: neverNull(Attribute),
};

/** Removes nulls from fields that cannot be null. */
function withoutNulls(value: unknown, keys: readonly string[]): unknown {
  if (!isFields(value)) return value;
  const kept = { ...value };
  for (const key of keys) if (kept[key] === null) delete kept[key];
  return kept;
}

function attributeOf(value: unknown): unknown {
  const attribute = withoutNulls(value, never.attribute);
  return isFields(attribute) ? { ...attribute, tags: heldTags(attribute.tags) } : attribute;
}

function cleaned(value: unknown): unknown {
  const category = withoutNulls(value, never.category);
  if (!isFields(category)) return category;
  if ("settings" in category) category.settings = withoutNulls(category.settings, never.settings);
  if (Array.isArray(category.attributes)) category.attributes = category.attributes.map(attributeOf);
  return category;
}

/** A category of a file with its fields in their order there, or its issues. */
export function readCategory(value: unknown): { category?: DumpCategory; issues: readonly Issue[] } {
  const stored = unstorable(value);
  if (stored.length > 0) return { issues: stored };
  const category = cleaned(value);
  const result = DumpCategory.safeParse(category);
  // Not the parsed value: zod orders the fields as the schema does.
  return result.success
    ? { category: category as DumpCategory, issues: [] }
    : { issues: result.error.issues };
}
