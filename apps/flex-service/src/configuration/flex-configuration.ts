import type { CoverageZone } from "../coverage-areas/coverage-areas.schema.ts";
import type { Holiday } from "../holidays/holiday-rules.ts";
import type {
  ConfigurationAddress,
  ConfigurationSubscription,
  Day,
  DeliveryWindow,
  DisabledFeature,
} from "./flex-state.ts";

/** `cpt` closes the day, `etd` is any range before it (decisions 6.5). */
export type RangeType = "etd" | "cpt";

/** A delivery range as it is read; all hours are whole hours of the day. */
export type ConfigurationRange = {
  capacity: number;
  type: RangeType;
  /** Hours from the cutoff to the moment the range starts; 0 when the cutoff lies inside the range. */
  processing_time: number;
  from: number;
  to: number;
  /** The hour by which the range's shipments are delivered. */
  et_hour: number;
  calculated_cutoff: number;
};

/** Cutoff hours in force, null on a day that is not worked. */
export type CalculatedCutoff = Record<Day, number | null>;

export type ConfigurationZone = CoverageZone & { selected: boolean; calculated_cutoff: CalculatedCutoff };

/** The zone the seller's address lies in. */
export type OriginZone = Pick<CoverageZone, "enabled" | "id" | "is_mandatory" | "label" | "neighborhoods"> & {
  selected: boolean;
};

/** What a seller may choose from; hours 0 to 24, capacities in shipments, radius in kilometres, transit time in hours. */
export type Availables = {
  cutoff: number[];
  capacity: number[];
  capacity_range: Interval;
  transit_time: number[];
  ranges: number[];
  radius_range: Interval;
  accurate_ranges: Interval[];
};

export type Interval = { from: number; to: number };

/** The whole Flex configuration, field by field as the specification lists it. */
export type FlexConfiguration = {
  address: ConfigurationAddress | null;
  subscription: ConfigurationSubscription;
  delivery_window: DeliveryWindow;
  is_moderated: boolean;
  delivery_ranges: Record<Day, ConfigurationRange[] | null>;
  holidays: (Holiday & { selected: boolean })[];
  working_days: Day[];
  zones: ConfigurationZone[];
  origin_zone: OriginZone | null;
  disabled_features: DisabledFeature[];
  availables: Availables;
};
