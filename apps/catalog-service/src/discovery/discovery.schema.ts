import { z } from "zod";

/** A value of an attribute that was recognized in a title. */
const RecognizedAttribute = z.object({
  id: z.string().describe("Attribute id"),
  name: z.string().describe("Name of the attribute"),
  value_id: z
    .string()
    .nullable()
    .describe("Value id; null for a number with a unit (`500 g`) that the category does not list"),
  value_name: z.string().describe("Value as it is shown"),
});

/** A domain and category that a title may belong to. */
export const DomainPrediction = z
  .object({
    domain_id: z.string().describe("Domain id, which begins with its site (`MLA-CELLPHONES`)"),
    domain_name: z.string().describe("Name of the domain"),
    category_id: z.string().describe("Category id: a leaf that takes items"),
    category_name: z.string().describe("Name of the category"),
    attributes: z
      .array(RecognizedAttribute)
      .describe("Values of the category's attributes that the title names"),
  })
  .meta({ id: "DomainPrediction" });
export type DomainPrediction = z.output<typeof DomainPrediction>;
