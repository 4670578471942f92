import type { Problem } from "@marketplace/conventions";
import { z } from "zod";
import type { Shipment } from "../shipments/shipments.repo.ts";

/** A shipment without a label, as clients of the public API read it (commerce 3.6). */
const FailedShipment = z.object({
  shipment_id: z.string(),
  message: z.string(),
  cause: z.literal("NOT_PRINTABLE_STATUS"),
  retry: z.boolean(),
});
type FailedShipment = z.infer<typeof FailedShipment>;

const failures = new WeakMap<Problem, FailedShipment[]>();

/** The problem, which now names these shipments in its body. */
export function failedBecause(problem: Problem, shipments: readonly Shipment[]): Problem {
  if (shipments.length > 0) failures.set(problem, shipments.map(failureOf));
  return problem;
}

const failureOf = ({ id, status }: Shipment): FailedShipment => ({
  shipment_id: String(id),
  message: `Shipment ${id} status is ${status}`,
  cause: "NOT_PRINTABLE_STATUS",
  retry: status === "pending" || status === "handling",
});

/** What the body of the problem has beside the standard keys. */
export function failedShipments(problem: Problem): { failed_shipments?: FailedShipment[] } {
  const failed = failures.get(problem);
  return failed ? { failed_shipments: failed } : {};
}
