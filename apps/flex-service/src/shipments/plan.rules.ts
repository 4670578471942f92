import type { shipmentOutcomes } from "@marketplace/contracts";
import type { LogisticType, PlanStep } from "./shipments.record.ts";

/*
 * The life of a shipment in the sandbox (commerce 3.1). It is the same for the same beginning: every step has
 * its hours after the payment was approved. Flex counts from the start of the seller's next delivery range.
 */

type Outcome = (typeof shipmentOutcomes)[number];
type Step = readonly [hours: number, status: PlanStep["status"], substatus: string | null];

const carried = (handedOver: string): readonly Step[] => [
  [24, "ready_to_ship", handedOver],
  [36, "ready_to_ship", "in_hub"],
  [40, "shipped", null],
  [64, "shipped", "out_for_delivery"],
];

/** What happens on the way, and after how many hours the parcel is at the buyer's door. */
const ways: Readonly<Record<LogisticType, { steps: readonly Step[]; arrives: number }>> = {
  drop_off: { steps: carried("dropped_off"), arrives: 72 },
  xd_drop_off: { steps: carried("dropped_off"), arrives: 72 },
  cross_docking: { steps: carried("picked_up"), arrives: 72 },
  self_service: { steps: [[0, "shipped", "out_for_delivery"]], arrives: 3 },
  fulfillment: {
    steps: [
      [6, "shipped", null],
      [40, "shipped", "out_for_delivery"],
    ],
    arrives: 48,
  },
  // The seller's own carrier: nothing moves it but the seller.
  default: { steps: [], arrives: 72 },
};

/** What becomes of it at the door; hours after `arrives`. */
const returning: readonly Step[] = [
  [24, "not_delivered", "returning_to_sender"],
  [72, "not_delivered", "returned"],
];
const endings: Readonly<Record<Exclude<Outcome, "lost" | "manual">, readonly Step[]>> = {
  delivered: [[0, "delivered", null]],
  not_delivered: [[0, "shipped", "receiver_absent"], ...returning],
  refused: [[0, "not_delivered", "refused_delivery"], ...returning],
};

/** A carrier gives a parcel up after this many hours. */
const lostAfter = 240;

interface Beginning {
  logisticType: LogisticType;
  outcome: Outcome;
  /** When the payment was approved, or when the range begins in which a Flex seller delivers. */
  from: Date;
}

const hoursAfter = (from: Date, hours: number) => new Date(from.getTime() + hours * 3_600_000);

/** The steps to come, in their order; none when nothing but a hand moves it. */
export function planOf({ logisticType, outcome, from }: Beginning): PlanStep[] {
  if (outcome === "manual" || logisticType === "default") return [];
  const { steps, arrives } = ways[logisticType];
  const ending: readonly Step[] =
    outcome === "lost" ? [[lostAfter - arrives, "not_delivered", "lost"]] : endings[outcome];
  return [...steps.map(stepFrom(from)), ...ending.map(stepFrom(hoursAfter(from, arrives)))];
}

const stepFrom =
  (from: Date) =>
  ([hours, status, substatus]: Step): PlanStep => ({
    at: hoursAfter(from, hours).toISOString(),
    status,
    substatus,
  });

/** When it is to arrive, whatever becomes of it. */
export const arrivalOf = ({ logisticType, from }: Pick<Beginning, "logisticType" | "from">): Date =>
  hoursAfter(from, ways[logisticType].arrives);
