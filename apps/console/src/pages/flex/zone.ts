import type { components } from "@marketplace-api/client";
import type { Day } from "./delivery.rules.ts";

type FlexZone = components["schemas"]["FlexZone"];
export type Cutoffs = Record<Day, number | null>;

/** A zone of the seller's area, as the configuration has it. */
export interface Zone extends FlexZone {
  selected: boolean;
  /** The zone's own hours as they were set; null where the general ones hold. */
  cutoff: Cutoffs | null;
  /** The hours in force: the zone's own, else the general one. */
  calculated_cutoff: Cutoffs;
}
