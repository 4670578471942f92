import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { mayMove, mayRead } from "../shipments/shipments.policy.ts";
import type { Shipment } from "../shipments/shipments.repo.ts";

/** The ids in a path of assignments. */
export interface AssignmentOf {
  siteId: string;
  shipmentId: number;
}

/** The driver of a Flex shipment; 404 without a driver or shipment, and before it leaves. */
export async function driverOf(of: AssignmentOf, caller: Caller, { shipments }: Deps): Promise<number> {
  const shipment = flexShipment(of, await shipments.find(of.shipmentId));
  if (!mayRead(caller, shipment)) throw problems.wrong_access_token();
  if (shipment.driverId === null) throw problems.shipment_id_not_found();
  return shipment.driverId;
}

/** Assigns a driver, or another one, while the shipment is on its way. */
export async function assignDriver(
  { driverId, ...of }: AssignmentOf & { driverId: number },
  caller: Caller,
  { shipments, transaction, clock }: Deps,
): Promise<number> {
  return transaction(async () => {
    const shipment = flexShipment(of, await shipments.lock(of.shipmentId));
    if (!mayMove(caller, shipment)) throw problems.wrong_access_token();
    // The route is open from the moment the shipment leaves until it arrives or comes back.
    if (shipment.status !== "shipped") throw problems.shipment_id_not_found();
    await shipments.save({ ...shipment, driverId, updatedAt: clock.now() });
    return driverId;
  });
}

function flexShipment({ siteId }: AssignmentOf, shipment: Shipment | null): Shipment {
  if (!shipment?.selfService || shipment.siteId !== siteId) throw problems.shipment_id_not_found();
  return shipment;
}
