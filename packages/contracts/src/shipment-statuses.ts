import substatuses from "./shipment-statuses.json" with { type: "json" };

export type AnyShipmentStatus = keyof typeof substatuses;

/** Every status that a shipment can have or that is only listed, with its substatuses (commerce 3.2). */
export const substatusesOfShipments: Readonly<Record<AnyShipmentStatus, readonly string[]>> = substatuses;
