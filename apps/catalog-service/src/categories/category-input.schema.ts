import { isBlank, siteIdParam, siteScopedId } from "@marketplace/conventions";
import { z } from "zod";
import { CategorySettings } from "./categories.schema.ts";

const text = (most: number) => z.string().max(most, `may have at most ${most} characters`);
const shown = (most: number) => text(most).refine((value) => !isBlank(value), "must not be blank");
const address = () =>
  z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .max(2_000)
    .nullable()
    .optional();

const words = (meaning: string) => z.array(text(200)).max(200).describe(meaning);

const fields = {
  parent_id: siteScopedId("a category").nullable().optional().describe("Category above; null for the top"),
  picture: address().describe("Address of a picture"),
  permalink: address().describe("Address of the category's page"),
  meta_categ_id: text(100).nullable().optional().describe("Meta category"),
  attributable: z.boolean().optional().describe("Whether items have attributes"),
  attribute_types: text(100).optional().describe("none, or attributes"),
  settings: z
    .strictObject({
      ...CategorySettings.shape,
      restrictions: words("Restrictions on listing"),
      tags: words("Tags"),
    })
    .partial()
    .optional()
    .describe("Settings to set; the others stay, and a new category has those of its parent"),
};

const tags = z.record(z.string().regex(/^[a-z][a-z_]{0,59}$/, "must be a tag such as required"), z.boolean());
const unit = z.strictObject({ id: shown(20), name: shown(60) });
const value = z.strictObject({
  id: z.string().min(1).max(100).optional().describe("Value id; a new one when left out"),
  name: shown(255).describe("Value as it is shown"),
  metadata: z
    .record(z.string(), z.union([text(2_000), z.number(), z.boolean()]))
    .optional()
    .describe("More about the value, such as rgb"),
});

const attribute = {
  name: shown(500).describe("Name in the site's language"),
  value_type: z
    .enum(["string", "number", "number_unit", "boolean", "list"])
    .describe("string, number, number_unit, boolean or list"),
  tags: tags.optional().describe("Tags to set (true) or to take away (false); the others stay"),
};
const attributeDetails = {
  hierarchy: text(100).describe("Place in the identity of a product: PARENT_PK, CHILD_PK, FAMILY, ITEM"),
  relevance: z.int().min(1).max(1_000).describe("Importance, 1 the highest"),
  type: text(100).describe("What the value means: color, product_identifier"),
  value_max_length: z.int().min(1).max(10_000).describe("Characters of a value"),
  values: z.array(value).max(20_000).describe("Known values; replaces all"),
  allowed_units: z.array(unit).max(200).describe("Units of a number_unit"),
  default_unit: text(20).describe("Id of the usual unit of a number_unit"),
  hint: text(2_000).describe("What sellers should enter"),
  tooltip: text(10_000).describe("Why it is asked, or where to find it"),
  attribute_group_id: text(100).describe("Group it is shown in"),
  attribute_group_name: text(500).describe("Name of the group"),
};

/** Fields that may be left out, or taken away with null. */
const removable = <S extends z.ZodRawShape>(shape: S) =>
  // Object.fromEntries loses the keys, which the mapped type states.
  Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, z.nullish(field)])) as unknown as {
    [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>>;
  };

const attributeId = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,99}$/, "must be capital letters, digits and underscores, such as VEHICLE_YEAR");

export const NewAttribute = z
  .strictObject({
    id: attributeId.describe("Attribute id"),
    ...attribute,
    ...z.object(attributeDetails).partial().shape,
  })
  .meta({ id: "NewCategoryAttribute" });
export type NewAttribute = z.output<typeof NewAttribute>;

export const AttributeChange = z
  .strictObject({
    ...z.object(attribute).partial().shape,
    ...removable(attributeDetails),
  })
  .meta({ id: "CategoryAttributeChange" });
export type AttributeChange = z.output<typeof AttributeChange>;

/** As in files that are imported. */
const newId = /^[A-Z]{3}\d{1,15}$/;

export const NewCategory = z
  .strictObject({
    id: z
      .string()
      .regex(newId, "must be a category id such as MLA1234, of at most 15 digits")
      .optional()
      .describe("Category id; a new one when left out. That of a retired category brings it back"),
    site_id: siteIdParam().optional().describe("Site; needed only without a parent"),
    name: shown(500).describe("Name in the site's language"),
    ...fields,
    attributes: z
      .array(NewAttribute)
      .max(500)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "have an id twice")
      .optional()
      .describe("Attributes, each id once"),
  })
  .meta({ id: "NewCategory" });
export type NewCategory = z.output<typeof NewCategory>;

export const CategoryChange = z
  .strictObject({ name: shown(500).optional().describe("Name in the site's language"), ...fields })
  .meta({ id: "CategoryChange" });
export type CategoryChange = z.output<typeof CategoryChange>;
