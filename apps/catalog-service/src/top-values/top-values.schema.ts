import { z } from "zod";
import { maxValueId } from "../items/item-attributes.schema.ts";

export const TopValue = z
  .object({
    id: z.string().describe("Value id"),
    name: z.string().describe("Value as it is shown"),
    metric: z.int().describe("New listings of the last 90 days that have it"),
  })
  .meta({ id: "TopValue" });
export type TopValue = z.output<typeof TopValue>;

/** It changes no state, so further fields are ignored: clients send attributes as a prediction gave them. */
export const KnownAttributes = z
  .object({
    known_attributes: z
      .array(
        z.object({
          id: z.string().min(1).max(100).describe("Attribute id"),
          value_id: z.string().min(1).max(maxValueId).describe("Value id"),
          name: z.string().nullish().describe("Ignored, as are all other fields"),
          value_name: z.string().nullish().describe("Ignored"),
        }),
      )
      .max(50)
      .default([])
      .describe("Only listings that have all of these count"),
  })
  .meta({ id: "KnownAttributes" });
