import { z } from "zod";
import { coverageBody } from "./coverage.rules.ts";
import { deliveryBody } from "./delivery.rules.ts";

const field = (description: string) => z.unknown().describe(description);

/** What can be selected of a configuration (spec: Flex configuration); the GraphQL schema has the fields below these. */
export const ConfigurationFields = z.object({
  address: field("Where the seller ships from: id, address_line, city, zip_code"),
  subscription: field("The subscription: id, site, user, flavour, facility, service, status, creation date"),
  delivery_window: field("same_day or next_day"),
  is_moderated: field("Whether the seller is moderated, so that nothing can be changed"),
  delivery_ranges: field("Hours of delivery, capacity and general cutoff on weekdays, Saturdays and Sundays"),
  holidays: field("Holidays at the seller's address, and whether he works on them"),
  working_days: field("Kinds of day on which the seller delivers: week, saturday, sunday"),
  zones: field("Zones of the coverage area: polygon, price, whether selected, cutoff in force"),
  origin_zone: field("The zone the address lies in"),
  disabled_features: field("CUTOFF_BY_ZONE, CAPACITY_BY_DAY: what the seller cannot manage"),
  availables: field("What the seller may choose from: hours, capacities, transit times"),
});

const example =
  "{ configuration(user_id: 2418503621, service_id: 4460000033) { delivery_window zones { id } } }";

export const ConfigurationQuery = z
  .object({ query: z.string().describe(`GraphQL selection, such as ${example}`) })
  .meta({ id: "FlexConfigurationQuery" });

const selected = z.record(z.string(), z.unknown()).nullable();

export const SelectedConfiguration = z
  .object({
    query: selected.describe("The selected part of the configuration"),
    configuration: selected.describe("The same object, under the name of the selection's root field"),
  })
  .meta({ id: "FlexConfigurationSelection" });

const hour = z.int().min(0).max(24);
const days = <T extends z.ZodType>(of: T) => ({
  week: of.describe("Monday to Friday"),
  saturday: of.describe("Saturdays"),
  sunday: of.describe("Sundays"),
});

const range = z
  .object({
    capacity: z.int().describe("Shipments at most; the same for every range and day"),
    type: z.enum(["etd", "cpt"]).describe("cpt for the last range of a day, etd for those before"),
    processing_time: z.int().describe("Hours from the cutoff to the start"),
    from: hour.describe("Hour from which shipments are made"),
    to: hour.describe("Hour until which shipments are made"),
    et_hour: hour.describe("Hour by which shipments are delivered"),
    calculated_cutoff: hour.describe("Cutoff hour in force"),
    cutoff: hour.describe("General cutoff hour as it was set"),
  })
  .meta({ id: "FlexDeliveryRange" });

export const StoredDelivery = z
  .object({
    delivery_window: z.enum(["same_day", "next_day"]).describe("When purchases before the cutoff arrive"),
    delivery_ranges: z
      .object(days(z.array(range).nullable()))
      .describe("Ranges per kind of day; null on a day that is not worked"),
  })
  .meta({ id: "FlexDelivery" });

const cutoff = z.object(days(hour.nullable()));

export const StoredCoverage = z
  .object({
    zones: z
      .array(
        z.object({
          id: z.string().describe("Zone id"),
          cutoff: cutoff.nullable().describe("The zone's own cutoff hours; null where the general one holds"),
          calculated_cutoff: cutoff.describe("Cutoff hours in force; null on a day that is not worked"),
        }),
      )
      .describe("The zones the seller delivers to"),
  })
  .meta({ id: "FlexCoverage" });

/**
 * A body that the rules judge as a whole, with all its faults at once and in the order of decisions 6; documented by the
 * schema it is judged by. Only a missing body is told here.
 */
const judgedLater = (schema: z.ZodType, id: string) => {
  const { $schema: _, ...documented } = z.toJSONSchema(schema, { io: "input" });
  return z
    .unknown()
    .refine((body) => body !== undefined, "is required")
    .meta({ ...documented, id });
};

export const DeliveryBody = judgedLater(deliveryBody, "FlexDeliveryBody");
export const CoverageBody = judgedLater(coverageBody, "FlexCoverageBody");
