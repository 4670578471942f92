import type { Deps } from "../deps.ts";
import { costOf } from "./parcel.rules.ts";
import { arrivalOf } from "./plan.rules.ts";
import type { Shipment } from "./shipments.record.ts";
import { partiesOf, scheduleOf, siteOf } from "./surroundings.service.ts";

/** A shipment with what rows of earlier releases do not have. */
export interface CompleteShipment extends Shipment {
  handlingLimitAt: Date;
  deliveryLimitAt: Date;
  cost: number;
  listCost: number;
  currencyId: string;
}

/** Adds what was not stored with the shipment, as it is now; those orders had no cost of shipping. */
export async function completed(shipment: Shipment, deps: Deps): Promise<CompleteShipment> {
  const { siteId, sellerId, logisticType, listCost, items } = shipment;
  const from = shipment.paidAt ?? shipment.createdAt;
  const [parties, times, currencyId] = await Promise.all([
    shipment.sender && shipment.receiver ? shipment : partiesOf(shipment, deps),
    shipment.handlingLimitAt ? undefined : scheduleOf({ siteId, sellerId, logisticType, from }, deps),
    items[0]?.currency_id ?? siteOf(siteId, deps).then((site) => site?.default_currency_id ?? ""),
  ]);
  return {
    ...shipment,
    sender: parties.sender,
    receiver: parties.receiver,
    handlingLimitAt: shipment.handlingLimitAt ?? times?.handlingLimit ?? from,
    deliveryLimitAt: shipment.deliveryLimitAt ?? arrivalOf({ logisticType, from: times?.begins ?? from }),
    cost: costOf(shipment),
    listCost: listCost ?? 0,
    currencyId,
  };
}
