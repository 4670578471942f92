import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { mayMove, mayRead } from "../shipments/shipments.policy.ts";
import type { Shipment } from "../shipments/shipments.repo.ts";

/** The ids in a path of assignments. */
interface Path {
  site_id: string;
  shipment_id: number;
}

/** The driver of a Flex shipment; 404 without a driver or shipment, and before it leaves. */
export async function driverOf(path: Path, caller: Caller, { shipments }: Deps): Promise<number> {
  const shipment = flexShipment(path, await shipments.find(path.shipment_id));
  if (!mayRead(caller, shipment)) throw problems.wrong_access_token();
  if (shipment.driverId === null) throw problems.shipment_id_not_found();
  return shipment.driverId;
}

/**
 * Assigns a driver, or another one, while the shipment is on its way. There is no event: those of a shipment
 * are of its creation, status and substatus (commerce 9).
 */
export async function assignDriver(
  { driver_id: driverId, ...path }: Path & { driver_id: number },
  caller: Caller,
  { shipments, transaction, clock }: Deps,
): Promise<number> {
  await transaction(async () => {
    const shipment = flexShipment(path, await shipments.lock(path.shipment_id));
    if (!mayMove(caller, shipment)) throw problems.wrong_access_token();
    // The route is open from the moment the shipment leaves until it arrives or comes back.
    if (shipment.status !== "shipped") throw problems.shipment_id_not_found();
    if (driverId !== shipment.driverId)
      await shipments.save({ ...shipment, driverId, updatedAt: clock.now() });
  });
  return driverId;
}

function flexShipment({ site_id }: Path, shipment: Shipment | null): Shipment {
  if (!shipment?.selfService || shipment.siteId !== site_id) throw problems.shipment_id_not_found();
  return shipment;
}
