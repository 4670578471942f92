import { z } from "zod";

/** An attribute of a category; further fields of real trees are kept. */
export const CategoryAttribute = z
  .looseObject({
    id: z.string().describe("Attribute id"),
    name: z.string().describe("Name in the site's language"),
    tags: z
      .looseObject({ required: z.boolean().describe("Whether every item must have it") })
      .describe("Flags; always with required"),
    hierarchy: z
      .string()
      .optional()
      .describe("Place in the identity of a product: PARENT_PK, CHILD_PK, FAMILY, ITEM"),
    relevance: z.int().optional().describe("Importance, 1 the highest"),
    value_type: z.string().describe("string, number, number_unit, boolean or list"),
    value_max_length: z.int().optional().describe("Characters of a value"),
    values: z
      .array(z.looseObject({ id: z.string(), name: z.string() }))
      .optional()
      .describe("Known values; absent on free-value attributes"),
    attribute_group_id: z.string().optional().describe("Group it is shown in"),
    attribute_group_name: z.string().optional().describe("Name of the group"),
  })
  .meta({ id: "CategoryAttribute" });
export type CategoryAttribute = z.output<typeof CategoryAttribute>;
