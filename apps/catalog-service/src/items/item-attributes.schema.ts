import { z } from "zod";

/** The value id of an attribute that does not apply to an item. */
export const notApplicable = "-1";

export const ValueStruct = z.strictObject({
  number: z.number().describe("Amount"),
  unit: z.string().max(50).describe("Unit of the amount"),
});
export type ValueStruct = z.output<typeof ValueStruct>;

/** An attribute as it is sent. */
export const ItemAttribute = z
  .object({
    id: z.string().describe("Attribute id"),
    name: z.string().describe("Name in the site's language"),
    value_id: z.string().nullable().describe("Id of a known value; null for a free one; -1: not applicable"),
    value_name: z.string().nullable().describe("Value as it is shown; several are joined by commas"),
    value_struct: ValueStruct.nullable().describe("Amount and unit of a value with a unit"),
    values: z
      .array(
        z.object({
          id: z.string().nullable(),
          name: z.string().nullable(),
          struct: ValueStruct.nullable(),
        }),
      )
      .describe("All values; more than one where the category allows it"),
    attribute_group_id: z.string().describe("Group it is shown in"),
    attribute_group_name: z.string().describe("Name of the group"),
  })
  .meta({ id: "ItemAttribute" });
export type ItemAttribute = z.output<typeof ItemAttribute>;

/** A term of sale as it is sent: an attribute without a group. */
export const SaleTerm = ItemAttribute.omit({ attribute_group_id: true, attribute_group_name: true }).meta({
  id: "SaleTerm",
});
export type SaleTerm = z.output<typeof SaleTerm>;

/** One of several values. */
export interface StoredValue {
  id: string | null;
  name: string | null;
}

/** An attribute as it is stored: without what follows from the rest. */
export interface StoredAttribute {
  id: string;
  name: string;
  value_id: string | null;
  value_name: string | null;
  value_struct?: ValueStruct;
  /** Several values; one is in `value_id` and `value_name`. */
  values?: StoredValue[];
  attribute_group_id?: string;
  attribute_group_name?: string;
}

const ignored = (max: number) =>
  z.string().max(max).nullish().describe("Ignored where the category defines the attribute");

/** Longest `value_name`, also of several values joined: what is answered can be sent back. */
export const maxValueName = 2_000;
/** Most values of an attribute. */
const maxValues = 50;
/** As long as in a tree: what an item has of it can be sent back. */
export const maxName = 500;
export const maxValueId = 255;

export const AttributeInput = z.strictObject({
  id: z.string().min(1).max(100).describe("Attribute id"),
  name: ignored(maxName),
  value_id: z
    .string()
    .max(maxValueId)
    .nullish()
    .describe("Id of a known value; -1: the attribute does not apply"),
  value_name: z
    .string()
    .max(maxValueName)
    .nullish()
    .describe("Value as it is shown; of a known value its name is enough"),
  value_struct: ValueStruct.nullish().describe("Amount and unit, instead of value_name"),
  values: z
    .array(
      z.strictObject({
        id: z.string().max(maxValueId).nullish(),
        name: z.string().max(maxValueName).nullish(),
        struct: ValueStruct.nullish(),
      }),
    )
    .max(maxValues)
    .nullish()
    .describe("The value, or several of a multivalued attribute, instead of value_id and value_name"),
  attribute_group_id: ignored(100),
  attribute_group_name: ignored(maxName),
  value_type: ignored(40),
});
export type AttributeInput = z.output<typeof AttributeInput>;
