import { z } from "zod";

const detail = z
  .array(
    z
      .object({
        company: z.string().describe("Where the visits came from: always mercadolibre"),
        quantity: z.int().describe("Visits"),
      })
      .meta({ id: "VisitsOfCompany" }),
  )
  .describe("Visits by company");

const period = {
  date_from: z.string().describe("First day, UTC"),
  date_to: z.string().describe("Last day, UTC"),
  total_visits: z.int().describe("Visits: one per user, item and hour"),
  visits_detail: detail,
};
const window = {
  last: z.int().describe("Number of units in the window"),
  unit: z.string().describe("Unit of the length: day"),
  results: z
    .array(
      z
        .object({
          date: z.string().describe("Day, UTC"),
          total: z.int().describe("Visits of the day"),
          visits_detail: detail,
        })
        .meta({ id: "VisitsOfDay" }),
    )
    .describe("Every day of the window, the first one first"),
};
const item_id = z.string().describe("Item");
const user_id = z.int().describe("Seller of the items");

export const ItemVisits = z.object({ item_id, ...period }).meta({ id: "ItemVisits" });
export const ItemVisitsWindow = z.object({ item_id, ...period, ...window }).meta({ id: "ItemVisitsWindow" });
export const UserVisits = z.object({ user_id, ...period }).meta({ id: "UserVisits" });
export const UserVisitsWindow = z.object({ user_id, ...period, ...window }).meta({ id: "UserVisitsWindow" });

/** Visits by item id. */
export const VisitCounts = z.record(z.string(), z.int().describe("Visits of two years"));
