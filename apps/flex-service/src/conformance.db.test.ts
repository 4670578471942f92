import { conforms } from "@marketplace/testkit";
import { assignments } from "./assignments/assignments.resource.ts";
import { configurations } from "./configuration/configuration.resource.ts";
import { coverageAreas } from "./coverage-areas/coverage-areas.resource.ts";
import { callers, deliveryOf, flexService, itemOf, sellerId } from "./flex.fixture.ts";
import { flexRpc } from "./index.ts";
import { itemFlex } from "./item-flex/item-flex.resource.ts";
import { shipmentLabels } from "./labels/labels.resource.ts";
import { shipmentCommands } from "./shipments/commands.resource.ts";
import { shipmentParts } from "./shipments/parts.resource.ts";
import { shipmentsOf } from "./shipments/shipments.fixture.ts";
import { shipments } from "./shipments/shipments.resource.ts";
import { shipmentStatusList } from "./shipments/statuses.resource.ts";
import { subscriptions } from "./subscriptions/subscriptions.resource.ts";

const flex = await flexService();
const service = { site_id: "MLA", user_id: sellerId, service_id: flex.id("flex_service") };
const setup = { http: flex.http, as: callers.seller };
let count = 0;

conforms(subscriptions, {
  ...setup,
  examples: {
    listFlexSubscriptions: { params: service },
    openFlexSubscription: {
      params: { site_id: "MLA", user_id: 1_000_000_008 },
      as: callers.operator,
      body: { mode: "FLEX" },
    },
    changeFlexSubscription: { params: service, body: { status: "in" } },
  },
});

conforms(configurations, {
  ...setup,
  examples: {
    readFlexConfiguration: {
      params: service,
      body: {
        query: `{ configuration(user_id: ${sellerId}, service_id: ${service.service_id}) { holidays { date } } }`,
      },
    },
    readFlexDelivery: { params: service },
    readFlexCoverage: { params: service },
    changeFlexDelivery: { params: service, body: deliveryOf() },
    changeFlexCoverage: { params: service, body: { zones: flex.zoneIds().map((id) => ({ id })) } },
  },
});

conforms(coverageAreas, {
  ...setup,
  examples: {
    listFlexCoverageAreas: { params: { site_id: "MEC" } },
    locateFlexPlace: {
      params: { site_id: "MLA" },
      query: { latitude: "-34.6037", longitude: "-58.3816" },
    },
  },
});

/** An item of its own for each use. */
const freshItem = (tags?: string[]) => () => {
  count += 1;
  const item = itemOf(`MLA${1_400_001_000 + count}`, {}, tags);
  flex.catalog.items.set(item.id, item);
  return { params: { site_id: "MLA", item_id: item.id } };
};

conforms(itemFlex, {
  ...setup,
  examples: {
    readItemFlex: { params: { site_id: "MLA", item_id: "MLA1400000001" } },
    switchItemFlexOn: freshItem(),
    switchItemFlexOff: freshItem(["self_service_available", "self_service_in"]),
  },
});

const shipment = async () => {
  const parties = { site_id: "MLA", seller_id: sellerId, buyer_id: 1_000_000_003, self_service: true };
  count += 1;
  const made = await flexRpc(flex.deps).createShipment({ ...parties, order_id: 5_600_000_000 + count });
  return { params: { shipment_id: made.shipment_id }, body: { status: "shipped", substatus: null } };
};

conforms(shipments, {
  ...setup,
  examples: {
    getShipment: { params: { shipment_id: flex.id("shipment_flex_assigned") } },
    moveShipment: shipment,
    getShipmentOfOrder: { params: { order_id: 5_650_000_001 } },
  },
});

const { sold } = shipmentsOf(flex, callers.seller);
const ofOrder = { shipment_id: await sold({ order_id: 5_650_000_001 }) };
const late = { shipment_id: await sold({ outcome: "manual", paid_at: "2026-03-01T12:00:00.000Z" }) };
const part = { params: ofOrder };

conforms(shipmentParts, {
  ...setup,
  examples: {
    getShipmentItems: part,
    getShipmentCosts: part,
    getShipmentPayments: part,
    getShipmentHistory: part,
    getShipmentSla: part,
    getShipmentDelays: { params: late },
    getShipmentCarrier: part,
    getShipmentLeadTime: part,
  },
});

conforms(shipmentCommands, {
  ...setup,
  examples: {
    readyShipment: async () => ({ params: { shipment_id: await sold({ manufacturing: true }) } }),
    notifyOfShipment: async () => ({
      params: { shipment_id: await sold({ mode: "me1" }) },
      body: { status: "shipped", payload: { date: "2026-03-10T11:00:00.000-04:00" } },
    }),
  },
});

conforms(shipmentLabels, {
  ...setup,
  examples: { readShipmentLabels: { query: { shipment_ids: String(ofOrder.shipment_id) } } },
});

conforms(shipmentStatusList, { ...setup, examples: { listShipmentStatuses: {} } });

const assigned = { site_id: "MLA", shipment_id: flex.id("shipment_flex_assigned") };

conforms(assignments, {
  ...setup,
  examples: {
    getAssignment: { params: assigned },
    assignDriver: { params: assigned, body: { driver_id: 3_100_000_007 } },
  },
});
