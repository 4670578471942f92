import { z } from "zod";

const tag = (meaning: string) => z.literal(true).optional().describe(meaning);

/** A tag that does not hold is absent (decisions 7.8), because clients test its presence; others are kept. */
const AttributeTags = z
  .looseObject({
    required: tag("Every item must have it"),
    catalog_required: tag("Every item of the catalog must have it"),
    new_required: tag("Every new item must have it"),
    conditional_required: tag("Some items must have it"),
    catalog_listing_required: tag("Every listing in the catalog must have it"),
    allow_variations: tag("Variations may differ in it"),
    variation_attribute: tag("Each variation has it"),
    defines_picture: tag("Its values have pictures of their own"),
    fixed: tag("All items of the category have the same value"),
    hidden: tag("Buyers do not see it"),
    multivalued: tag("An item may have several values"),
    read_only: tag("Sellers do not set it"),
  })
  .meta({ id: "AttributeTags" });

const scalar = () => z.union([z.string(), z.number(), z.boolean()]).nullish();

/** A known value of an attribute. */
export const AttributeValue = z
  .looseObject({
    id: z.string().describe("Value id"),
    name: z.string().describe("Value as it is shown"),
    metadata: z
      .looseObject({
        rgb: scalar().describe("Color in hexadecimal digits, such as FF0000"),
        value: scalar().describe("Value of a boolean, or another plain value"),
      })
      .nullish()
      .describe("More about the value; further fields of real trees are kept"),
  })
  .meta({ id: "AttributeValue" });

/** An attribute of a category; further fields of real trees are kept. */
export const CategoryAttribute = z
  .looseObject({
    id: z.string().describe("Attribute id"),
    name: z.string().describe("Name in the site's language"),
    tags: AttributeTags.describe("The tags that hold"),
    hierarchy: z
      .string()
      .optional()
      .describe("Place in the identity of a product: PARENT_PK, CHILD_PK, FAMILY, ITEM"),
    relevance: z.int().optional().describe("Importance, 1 the highest"),
    type: z.string().optional().describe("What the value means: color, product_identifier"),
    value_type: z.string().describe("string, number, number_unit, boolean or list"),
    value_max_length: z.int().optional().describe("Characters of a value"),
    values: z.array(AttributeValue).optional().describe("Known values; absent on free-value attributes"),
    allowed_units: z
      .array(z.looseObject({ id: z.string(), name: z.string() }))
      .optional()
      .describe("Units of a number_unit"),
    default_unit: z.string().optional().describe("Id of the usual unit of a number_unit"),
    hint: z.string().optional().describe("What sellers should enter"),
    tooltip: z.string().optional().describe("Why it is asked, or where to find it"),
    attribute_group_id: z.string().optional().describe("Group it is shown in"),
    attribute_group_name: z.string().optional().describe("Name of the group"),
  })
  .meta({ id: "CategoryAttribute" });
export type CategoryAttribute = z.output<typeof CategoryAttribute>;

const names = (tags: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(tags.flatMap((name) => (typeof name === "string" ? [[name, true]] : [])));

/**
 * The tags that hold. Files also have `false` for a tag that does not, and a list of names instead of an
 * object.
 */
export function heldTags(tags: unknown): unknown {
  if (tags === undefined || tags === null) return {};
  if (typeof tags !== "object") return tags;
  const all = Array.isArray(tags) ? names(tags) : tags;
  return Object.fromEntries(Object.entries(all).filter(([, holds]) => holds !== false && holds !== null));
}

/** The attribute without an empty list of values, which clients take for a choice; a `list` keeps its own. */
export function withoutEmptyValues(attribute: CategoryAttribute): CategoryAttribute {
  if (attribute.values?.length !== 0 || attribute.value_type === "list") return attribute;
  const { values: _, ...rest } = attribute;
  return rest as CategoryAttribute;
}
