import { z } from "zod";

/** The types that a preference may list (decisions 7.8). */
export const logisticTypes = [
  "drop_off",
  "xd_drop_off",
  "self_service",
  "cross_docking",
  "fulfillment",
] as const;

const Logistics = z.object({
  types: z.array(z.enum(logisticTypes)).describe("Logistic types"),
  mode: z.string().describe("Shipping mode they belong to"),
});
export type Logistics = z.output<typeof Logistics>;

export const ShippingPreferencesWire = z
  .object({
    category_id: z.string().describe("Category id"),
    logistics: z
      .array(Logistics)
      .describe("How items of the category ship; self_service among the types means Flex"),
  })
  .meta({ id: "ShippingPreferences" });

/** Whether items of the category may ship with Flex (spec: Category shipping preferences). */
export const allowsSelfService = (logistics: readonly Logistics[]): boolean =>
  logistics.some(({ types }) => types.includes("self_service"));
