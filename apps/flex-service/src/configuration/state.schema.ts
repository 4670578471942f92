import { z } from "zod";

/** The three kinds of day a seller configures. */
export const days = ["week", "saturday", "sunday"] as const;
export type Day = (typeof days)[number];

/** An object with the same field for each kind of day. */
export const perDay = <Schema extends z.ZodType>(schema: Schema) => ({
  week: schema.describe("Monday to Friday"),
  saturday: schema.describe("Saturdays"),
  sunday: schema.describe("Sundays"),
});

/** The value of each kind of day. */
export function byDay<T>(of: (day: Day) => T): Record<Day, T> {
  return { week: of("week"), saturday: of("saturday"), sunday: of("sunday") };
}

/** A whole hour of the day. */
export const hour = z.int().min(0).max(24);

export const DeliveryWindow = z.enum(["same_day", "next_day"]);
export type DeliveryWindow = z.output<typeof DeliveryWindow>;

/** Hours between which shipments are made, and the general cutoff. */
export const DeliveryRange = z.object({ from: hour, to: hour, cutoff: hour });
export type DeliveryRange = z.output<typeof DeliveryRange>;

/** The ranges of a kind of day, in order of `from`; null on a day that is not worked. */
export const DeliveryRanges = z.object(perDay(z.array(DeliveryRange).nullable()));

/** The delivery part as it is stored. */
export interface Delivery {
  window: DeliveryWindow;
  /** Shipments per range; one common value (spec: Limits, Flex capacity). */
  capacity: number;
  ranges: z.output<typeof DeliveryRanges>;
}

/** A zone's own cutoff hours; null leaves that kind of day to the general cutoff. */
export const ZoneCutoff = z.object(perDay(hour.nullable()));
export type ZoneCutoff = z.output<typeof ZoneCutoff>;

/** A zone the seller delivers to; without a cutoff of its own the general one holds on every day. */
export const ZoneSelection = z.object({ id: z.string(), cutoff: ZoneCutoff.nullable() });
export type ZoneSelection = z.output<typeof ZoneSelection>;

/** CUTOFF_BY_ZONE: no cutoff per zone; CAPACITY_BY_DAY: no daily capacity (spec: Flex configuration). */
export const DisabledFeature = z.enum(["CUTOFF_BY_ZONE", "CAPACITY_BY_DAY"]);
export type DisabledFeature = z.output<typeof DisabledFeature>;
