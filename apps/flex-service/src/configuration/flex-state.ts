import type { Point } from "../coverage-areas/coverage-areas.schema.ts";

/** When purchases before the cutoff are delivered. */
export type DeliveryWindow = "same_day" | "next_day";

/** The three kinds of day a seller configures. */
export type Day = "week" | "saturday" | "sunday";

export const days: readonly Day[] = ["week", "saturday", "sunday"];

/** Hours between which shipments are made, and the general cutoff; whole hours from 0 to 24. */
export type DeliveryRange = { from: number; to: number; cutoff: number };

/** The delivery part as it is stored: a day that is not worked is null, the ranges of a day are in order of `from`. */
export type Delivery = {
  window: DeliveryWindow;
  /** Shipments per range; one common value (spec: Limits, Flex capacity). */
  capacity: number;
  ranges: Record<Day, DeliveryRange[] | null>;
};

/** A zone's own cutoff hours; null leaves that kind of day to the general cutoff. */
export type ZoneCutoff = Record<Day, number | null>;

/** A zone the seller delivers to; without a cutoff of its own the general one holds on every day. */
export type ZoneSelection = { id: string; cutoff: ZoneCutoff | null };

/** CUTOFF_BY_ZONE: no cutoff per zone; CAPACITY_BY_DAY: no daily maximum capacity (spec: Flex configuration). */
export type DisabledFeature = "CUTOFF_BY_ZONE" | "CAPACITY_BY_DAY";

/** A span with its unit, e.g. {value: 14, unit: "days"}. */
export type Span = { value: number; unit: string };

/** The seller's first weeks on Flex. */
export type TrainingTimes = { original: Span; remaining: Span; activation_date: string };

/** The subscription as the configuration shows it; `creation_date` is an ISO 8601 timestamp. */
export type ConfigurationSubscription = {
  id: number;
  site_id: string;
  user_id: number;
  flavour: string;
  facility_id: string;
  service_id: number;
  status: { id: "in" | "out" | "pending"; cause: string | null };
  creation_date: string;
  training_times: TrainingTimes | null;
};

/** A seller's address as the configuration shows it. */
export type ConfigurationAddress = {
  id: number;
  address_line: string;
  city: { id: string; name: string };
  zip_code: string;
};

/** All that is stored about one subscription's configuration. */
export type FlexState = {
  /** Null for a seller who has none: he cannot be in, but he may already be pending. */
  address: ConfigurationAddress | null;
  /** Where the address lies; decides the origin zone. */
  location: Point | null;
  subscription: ConfigurationSubscription;
  delivery: Delivery;
  zones: ZoneSelection[];
  is_moderated: boolean;
  disabled_features: DisabledFeature[];
  /** Dates (YYYY-MM-DD) of the holidays on which the seller works. */
  worked_holidays: string[];
};
