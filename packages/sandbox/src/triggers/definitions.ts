import applicationUnreachable from "./definitions/application.unreachable.json" with { type: "json" };
import flexAssigned from "./definitions/flex.assigned.json" with { type: "json" };
import invoiceRequested from "./definitions/invoice.requested.json" with { type: "json" };
import invoiceUploaded from "./definitions/invoice.uploaded.json" with { type: "json" };
import itemClosed from "./definitions/item.closed.json" with { type: "json" };
import itemCreated from "./definitions/item.created.json" with { type: "json" };
import itemPaused from "./definitions/item.paused.json" with { type: "json" };
import orderCancelled from "./definitions/order.cancelled.json" with { type: "json" };
import orderPaid from "./definitions/order.paid.json" with { type: "json" };
import packPaid from "./definitions/pack.paid.json" with { type: "json" };
import questionAnswered from "./definitions/question.answered.json" with { type: "json" };
import questionAsked from "./definitions/question.asked.json" with { type: "json" };
import questionBanned from "./definitions/question.banned.json" with { type: "json" };
import shipmentDelivered from "./definitions/shipment.delivered.json" with { type: "json" };
import shipmentNotDelivered from "./definitions/shipment.not_delivered.json" with { type: "json" };
import shipmentReadyToShip from "./definitions/shipment.ready_to_ship.json" with { type: "json" };
import shipmentShipped from "./definitions/shipment.shipped.json" with { type: "json" };
import tokenRevoked from "./definitions/token.revoked.json" with { type: "json" };
import { Trigger } from "./trigger.schema.ts";

/** The triggers of the product, by event. */
export const triggers: ReadonlyMap<string, Trigger> = new Map(
  [
    applicationUnreachable,
    flexAssigned,
    invoiceRequested,
    invoiceUploaded,
    itemClosed,
    itemCreated,
    itemPaused,
    orderCancelled,
    orderPaid,
    packPaid,
    questionAnswered,
    questionAsked,
    questionBanned,
    shipmentDelivered,
    shipmentNotDelivered,
    shipmentReadyToShip,
    shipmentShipped,
    tokenRevoked,
  ].map((definition) => [definition.event, Trigger.parse(definition)] as const),
);
