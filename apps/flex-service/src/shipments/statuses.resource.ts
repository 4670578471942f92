import { substatusesOfShipments } from "@marketplace/contracts";
import { z } from "zod";
import { operation, resource } from "../kit.ts";

const Named = z.object({ id: z.string().describe("Id"), name: z.string().describe("The id in words") });
const StatusRecord = Named.extend({
  substatuses: z.array(Named).describe("What may happen in it"),
}).meta({ id: "ShipmentStatus" });

/** `ready_to_ship` is "Ready to ship". */
function named(id: string): z.infer<typeof Named> {
  const words = id.replaceAll("_", " ");
  return { id, name: words.charAt(0).toUpperCase() + words.slice(1) };
}

const statuses = Object.entries(substatusesOfShipments).map(([id, substatuses]) => ({
  ...named(id),
  substatuses: substatuses.map(named),
}));

/** Every status of shipments. */
export const shipmentStatusList = resource({
  name: "Shipment statuses",
  description: "Every status of shipments with its substatuses",
  fields: StatusRecord,
  related: ["/shipments"],
  operations: [
    operation({
      id: "listShipmentStatuses",
      method: "GET",
      path: "/shipment_statuses",
      example: "/shipment_statuses",
      summary: "Lists the statuses of shipments with their substatuses",
      response: z.array(StatusRecord),
      handle: async () => statuses,
    }),
  ],
});
