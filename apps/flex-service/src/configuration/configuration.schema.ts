import { z } from "zod";
import { CoverageZone, type Point } from "../coverage-areas/coverage-areas.schema.ts";
import { long, namedObject } from "../graphql-names.schema.ts";
import { holidayTypes } from "../holidays/holiday-rules.ts";
import { subscriptionStatuses } from "../subscriptions/subscriptions.transitions.ts";
import { coverageBody } from "./coverage.rules.ts";
import { deliveryBody } from "./delivery.rules.ts";
import {
  type Delivery,
  DeliveryWindow,
  DisabledFeature,
  days,
  hour,
  perDay,
  type ZoneSelection,
} from "./state.schema.ts";

const text = (description: string) => z.string().describe(description);
const integer = (description: string) => z.int().describe(description);
const id = (description: string) => long().describe(description);

const span = namedObject("Span", { value: integer("How many"), unit: text("Unit, such as days") });
const interval = namedObject("Interval", { from: integer("Smallest value"), to: integer("Largest value") });
const hours = z.array(hour);

const cutoffs = namedObject("CalculatedCutoff", perDay(hour.nullable())).describe(
  "Cutoff hours in force; null on a day that is not worked",
);

const range = namedObject("DeliveryRange", {
  capacity: integer("Shipments at most; the same for every range and day"),
  type: z.enum(["etd", "cpt"]).describe("cpt for the last range of a day, etd for those before"),
  processing_time: integer("Hours from the cutoff to the start; 0 when the cutoff is later"),
  from: hour.describe("Hour from which shipments are made"),
  to: hour.describe("Hour until which shipments are made"),
  et_hour: hour.describe("Hour by which shipments are delivered"),
  calculated_cutoff: hour.describe("Cutoff hour in force"),
});

const zone = namedObject("Zone", {
  ...CoverageZone.shape,
  selected: z.boolean().describe("Whether the seller delivers there"),
  calculated_cutoff: cutoffs,
});
const { enabled, is_mandatory, label, neighborhoods, selected } = zone.shape;

/**
 * The whole configuration, field by field as the specification lists it. The types, the GraphQL schema,
 * OPTIONS and the OpenAPI document come from it.
 */
export const FlexConfiguration = namedObject("Configuration", {
  address: namedObject("Address", {
    id: id("Address id"),
    address_line: text("Street and number"),
    city: namedObject("Named", { id: text("City id"), name: text("Name of the city") }).describe("City"),
    zip_code: text("Postal code"),
  })
    .nullable()
    .describe("Where the seller ships from: id, address_line, city, zip_code"),
  subscription: namedObject("FlexSubscription", {
    id: id("Subscription id"),
    site_id: text("Site of the user"),
    user_id: id("User id of the seller"),
    flavour: text("flex or turbo"),
    facility_id: text("Address id of the seller, who ships from there; empty without an address"),
    service_id: id("Service id"),
    status: namedObject("Status", {
      id: z.enum(subscriptionStatuses).describe("in, out or pending"),
      cause: text("Why").nullable(),
    }).describe("Whether the seller receives shipments of this mode"),
    creation_date: text("When the user opted in, ISO 8601 UTC"),
    training_times: namedObject("TrainingTimes", {
      original: span.describe("Length of the training"),
      remaining: span.describe("What remains of it"),
      activation_date: text("When it began"),
    })
      .nullable()
      .describe("The seller's first weeks; null when there is no training"),
  }).describe("The subscription: id, site, user, flavour, facility, service, status, creation date"),
  delivery_window: DeliveryWindow.describe("same_day or next_day"),
  is_moderated: z.boolean().describe("Whether the seller is moderated, so that nothing can be changed"),
  delivery_ranges: namedObject("DeliveryRanges", perDay(z.array(range).nullable())).describe(
    "Hours of delivery, capacity and general cutoff on weekdays, Saturdays and Sundays",
  ),
  holidays: z
    .array(
      namedObject("Holiday", {
        description: text("Name of the holiday"),
        selected: z.boolean().describe("Whether the seller works on it"),
        type: z.enum(holidayTypes).describe("How binding it is"),
        date: text("YYYY-MM-DD"),
      }),
    )
    .describe("Holidays at the seller's address, and whether they work on them"),
  working_days: z
    .array(z.enum(days))
    .describe("Kinds of day on which the seller delivers: week, saturday, sunday"),
  zones: z
    .array(zone)
    .describe("Zones of the coverage area: polygon, price, whether selected, cutoff in force"),
  origin_zone: namedObject("OriginZone", {
    enabled,
    id: zone.shape.id,
    is_mandatory,
    label,
    neighborhoods,
    selected,
  })
    .nullable()
    .describe("The zone the address lies in"),
  disabled_features: z
    .array(DisabledFeature)
    .describe("CUTOFF_BY_ZONE, CAPACITY_BY_DAY: what the seller cannot manage"),
  availables: namedObject("Availables", {
    cutoff: hours.describe("Cutoff hours"),
    capacity: z.array(z.int()).describe("Capacities"),
    capacity_range: interval.describe("Smallest and largest capacity"),
    transit_time: z.array(z.int()).describe("Hours on the way"),
    ranges: hours.describe("Hours of delivery"),
    radius_range: interval.describe("Smallest and largest radius, in kilometres"),
    accurate_ranges: z.array(interval).describe("Ranges of accurate delivery, which is not offered"),
  }).describe("What the seller may choose from: hours, capacities, transit times"),
});
export type FlexConfiguration = z.output<typeof FlexConfiguration>;

/** What a configuration is built from. */
export interface FlexState
  extends Pick<FlexConfiguration, "address" | "subscription" | "is_moderated" | "disabled_features"> {
  /** Where the address lies; decides the origin zone. */
  location: Point | null;
  delivery: Delivery;
  zones: ZoneSelection[];
  /** Dates (YYYY-MM-DD) of the holidays on which the seller works. */
  worked_holidays: string[];
}

export const exampleQuery =
  "{ configuration(user_id: 2418503621, service_id: 4460000033) { delivery_window zones { id } } }";

export const ConfigurationQuery = z
  .object({ query: z.string().describe(`GraphQL selection, such as ${exampleQuery}`) })
  .meta({ id: "FlexConfigurationQuery" });

/** The same with every field optional, and with further fields: an alias gives a value another name. */
function selectionOf(schema: z.ZodType): z.ZodType {
  const { description } = schema;
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape).map(
      ([name, field]) => [name, selectionOf(field).optional()] as const,
    );
    return z.looseObject(Object.fromEntries(fields)).meta({ description });
  }
  // Arrays and nullables of zod schemas hold zod schemas; the core types do not say so.
  if (schema instanceof z.ZodArray)
    return z.array(selectionOf(schema.element as z.ZodType)).meta({ description });
  if (schema instanceof z.ZodNullable)
    return selectionOf(schema.unwrap() as z.ZodType)
      .nullable()
      .meta({ description });
  return schema;
}

const selection = selectionOf(FlexConfiguration).meta({ id: "FlexConfiguration" }).nullable();

export const SelectedConfiguration = z
  .object({
    query: selection.describe("The selected part of the configuration"),
    configuration: selection.describe("The same object, under the name of the selection's root field"),
  })
  .meta({ id: "FlexConfigurationSelection" });

const StoredRange = z
  .strictObject({ ...range.shape, cutoff: hour.describe("General cutoff hour as it was set") })
  .meta({ id: "FlexDeliveryRange" });

/** The stored delivery part, as the PUT of it answers: the fields of the body and the computed ones. */
export const StoredDelivery = z
  .strictObject({
    delivery_window: DeliveryWindow.describe("When purchases before the cutoff arrive"),
    delivery_ranges: z
      .strictObject(perDay(z.array(StoredRange).nullable()))
      .describe("Ranges per kind of day; null on a day that is not worked"),
  })
  .meta({ id: "FlexDelivery" });

/** The stored selection of zones, as the PUT of it answers. */
export const StoredCoverage = z
  .strictObject({
    zones: z
      .array(
        z.strictObject({
          id: z.string().describe("Zone id"),
          cutoff: z
            .strictObject(perDay(hour.nullable()))
            .nullable()
            .describe("The zone's own cutoff hours; null where the general one holds"),
          calculated_cutoff: cutoffs,
        }),
      )
      .describe("The zones the seller delivers to"),
  })
  .meta({ id: "FlexCoverage" });

/**
 * A body that the rules validate as a whole, so that all causes are told at once and in the order of
 * decisions 6. OpenAPI shows the schema that the rules use. Here only a missing body is an error.
 */
const validatedLater = (schema: z.ZodType, id: string) => {
  const { $schema: _, ...documented } = z.toJSONSchema(schema, { io: "input" });
  return z
    .unknown()
    .refine((body) => body !== undefined, "is required")
    .meta({ ...documented, id });
};

export const DeliveryBody = validatedLater(deliveryBody, "FlexDeliveryBody");
export const CoverageBody = validatedLater(coverageBody, "FlexCoverageBody");
