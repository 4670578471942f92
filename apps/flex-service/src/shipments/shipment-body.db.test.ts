import { describe, expect, it } from "vitest";
import { callers, flexService, sellerId } from "../flex.fixture.ts";
import { flexRpc } from "../index.ts";
import { shipmentsOf } from "./shipments.fixture.ts";

const flex = await flexService();
const { http } = flex;
const as = callers.seller;
const { path, sold, read } = shipmentsOf(flex, as);
const newFormat = async (id: number) =>
  (await http.get(path(id), { as, headers: { "x-format-new": "true" } })).json();

/** The fixtures' clock stands at 12:00 of a Tuesday in Buenos Aires. */
const now = "2026-03-10T11:00:00.000-04:00";

describe("the body of a shipment", () => {
  it("tells of a paid order's goods, costs, times and way", async () => {
    const id = await sold({ pack_id: 2_000_000_077 });
    expect(await read(id)).toMatchObject({
      pack_id: 2_000_000_077,
      mode: "me2",
      logistic_type: "drop_off",
      status: "ready_to_ship",
      substatus: "ready_to_print",
      order_cost: 200.2,
      base_cost: 6000,
      created_by: "receiver",
      type: "forward",
      market_place: "MELI",
      tags: ["test_shipment"],
      status_history: { date_handling: now, date_ready_to_ship: now, date_shipped: null },
      substatus_history: [
        { status: "pending", substatus: null, date: now },
        { status: "handling", substatus: null, date: now },
        { status: "ready_to_ship", substatus: "ready_to_print", date: now },
      ],
      tracking_number: `MEL${id}FMDOR01`,
      service_id: 61,
      shipping_items: [
        { id: "MLA1400000001", description: "Cafetera", quantity: 2, dimensions: "10x15x20,500" },
      ],
      shipping_option: {
        currency_id: "ARS",
        list_cost: 6000,
        cost: 6000,
        estimated_delivery_time: { type: "known", date: "2026-03-13T11:00:00.000-04:00", unit: "hour" },
        estimated_handling_limit: { date: "2026-03-11T22:59:59.000-04:00" },
      },
      delay: [],
    });
  });

  it("has the addresses of seller and buyer as they were at the sale", async () => {
    const id = await sold();
    const address = {
      address_line: "Avenida Santa Fe 3500",
      street_name: "Avenida Santa Fe",
      street_number: "3500",
      zip_code: "1425",
      city: { name: "Palermo" },
      country: { id: "AR", name: "Argentina" },
      types: [],
    };
    expect(await read(id)).toMatchObject({
      sender_address: address,
      receiver_address: {
        ...address,
        delivery_preference: "residential",
        receiver_name: "Ana Paz",
        receiver_phone: "1144445555",
      },
    });
  });

  it("of Flex has its tag, its service and the seller's next delivery range", async () => {
    const id = await sold({ logistic_type: "self_service" });
    expect(await read(id)).toMatchObject({
      tags: ["test_shipment", "self_service"],
      logistic_type: "self_service",
      service_id: 136_261,
      shipping_option: {
        estimated_delivery_time: { date: "2026-03-10T16:00:00.000-04:00" },
        estimated_handling_limit: { date: "2026-03-10T20:00:00.000-04:00" },
      },
    });
  });

  it("waits in the warehouse when the platform ships it", async () => {
    expect(await read(await sold({ logistic_type: "fulfillment" }))).toMatchObject({
      status: "ready_to_ship",
      substatus: "in_warehouse",
    });
  });

  it("is pending while items are made, and under the seller's own carrier", async () => {
    expect(await read(await sold({ manufacturing: true }))).toMatchObject({
      status: "pending",
      substatus: "manufacturing",
      tracking_number: null,
      service_id: null,
    });
    expect(await read(await sold({ mode: "me1", logistic_type: "default" }))).toMatchObject({
      mode: "me1",
      logistic_type: "default",
      status: "pending",
      substatus: null,
      tracking_number: null,
    });
  });

  it("leaves out the items of an order that was canceled", async () => {
    const [first, second] = [5_900_000_001, 5_900_000_002];
    const item = { variation_id: null, title: "Taza", unit_price: 0.1, currency_id: "ARS" };
    const items = [first, second].map((order_id, n) => ({
      ...item,
      order_id,
      item_id: `MLA${n}`,
      quantity: 3,
    }));
    const id = await sold({ order_id: first, order_ids: [first, second], items });
    expect(await read(id)).toMatchObject({ order_cost: 0.6 });
    await flexRpc(flex.deps).cancelShipment({ order_id: second, substatus: null });
    expect(await read(id)).toMatchObject({ order_cost: 0.3, shipping_items: [{ id: "MLA0" }] });
    // With its last order it is canceled itself, and shows what it was to bring until then.
    await flexRpc(flex.deps).cancelShipment({ order_id: first, substatus: null });
    const last = [{ id: "MLA0" }];
    expect(await read(id)).toMatchObject({ status: "cancelled", order_cost: 0.3, shipping_items: last });
  });

  it("is late when the seller keeps it over the deadline, and when it arrives late", async () => {
    const [kept, left] = [await sold({ outcome: "manual" }), await sold({ outcome: "manual" })];
    const away = { as, body: { status: "shipped" } };
    await http.put(path(left), away);
    flex.clock.advance(36 * 3_600_000);
    expect(await read(kept)).toMatchObject({ delay: ["handling_delayed"] });
    expect(await read(left)).toMatchObject({ delay: [] });
    await http.put(path(kept), away);
    flex.clock.advance(72 * 3_600_000);
    expect(await read(kept)).toMatchObject({ delay: ["sla_delayed", "shipping_delayed"] });
    expect(await read(left)).toMatchObject({ delay: ["shipping_delayed"] });
  });
});

const legacyFields = `id order_id pack_id sender_id receiver_id site_id mode logistic_type status substatus
  order_cost base_cost created_by type market_place status_history substatus_history date_created last_updated
  date_first_printed tracking_number tracking_method return_tracking_number service_id sender_address
  receiver_address shipping_items shipping_option tags delay cost_components comments carrier_info
  application_id return_details`;
const newFields = `id status substatus date_created last_updated tracking_number tracking_method
  external_reference quotation tags declared_value items_types dimensions logistic source origin destination
  lead_time sibling priority_class`;
const leadTimeFields = `option_id shipping_method currency_id cost list_cost cost_type service_id delivery_type
  delivery_promise processing_time buffering pickup_promise estimated_schedule_limit estimated_delivery_time
  estimated_delivery_limit estimated_delivery_final estimated_delivery_extended estimated_handling_limit`;
const words = (text: string) => text.split(/\s+/);

it("both bodies have the public API's fields, in its order", async () => {
  const id = await sold();
  const legacy = await read(id);
  expect(Object.keys(legacy)).toEqual(words(legacyFields));
  const address = words(`id address_line street_name street_number comment zip_code city state country
    neighborhood municipality agency types latitude longitude geolocation_type _last_updated _source`);
  expect(Object.keys(Object(legacy.sender_address))).toEqual(address);
  expect(Object.keys(Object(legacy.receiver_address))).toEqual([
    ...address,
    "delivery_preference",
    "receiver_name",
    "receiver_phone",
  ]);
  const renewed = await newFormat(id);
  expect(Object.keys(Object(renewed))).toEqual(words(newFields));
  expect(Object.keys(Object(renewed).lead_time)).toEqual(words(leadTimeFields));
});

it("has a tracking number from ready_to_ship on, and a date of printing if it has a label", async () => {
  const cancelled = await sold({ manufacturing: true });
  await http.put(path(cancelled), { as, body: { status: "cancelled" } });
  expect(await read(cancelled)).toMatchObject({ tracking_number: null, service_id: null });
  const [full, carried] = [await sold({ logistic_type: "fulfillment" }), await sold()];
  for (const id of [full, carried]) await http.put(path(id), { as, body: { status: "shipped" } });
  expect(await read(full)).toMatchObject({ date_first_printed: null });
  expect(await read(carried)).toMatchObject({ date_first_printed: expect.any(String) });
});

describe("the new format", () => {
  it("is answered to the header x-format-new", async () => {
    const id = await sold({ cost: 0, free_shipping: true });
    const address = { address_id: expect.any(Number), address_line: "Avenida Santa Fe 3500", node: null };
    expect(await newFormat(id)).toMatchObject({
      id,
      status: "ready_to_ship",
      declared_value: 200.2,
      dimensions: { height: 10, width: 15, length: 20, weight: 500 },
      logistic: { mode: "me2", type: "drop_off", direction: "forward" },
      source: { site_id: "MLA", market_place: "MELI" },
      origin: { type: "selling_address", sender_id: sellerId, shipping_address: address },
      destination: {
        type: "buying_address",
        receiver_id: 1_000_000_003,
        receiver_name: "Ana Paz",
        shipping_address: address,
      },
      lead_time: { cost: 0, list_cost: 6000, cost_type: "free", shipping_method: { type: "standard" } },
    });
    const other = await http.get(path(id), { as, headers: { "x-format-new": "false" } });
    expect(other.json()).toHaveProperty("status_history");
  });
});

it("every status is listed with its substatuses, the name being the id in words", async () => {
  const list = (await http.get("/shipment_statuses", { as })).json<
    { id: string; substatuses: unknown[] }[]
  >();
  expect(list).toHaveLength(15);
  expect(list.find(({ id }) => id === "ready_to_ship")).toMatchObject({ name: "Ready to ship" });
  expect(list.find(({ id }) => id === "shipped")?.substatuses).toContainEqual({
    id: "out_for_delivery",
    name: "Out for delivery",
  });
  expect(list.find(({ id }) => id === "stale_shipped")?.substatuses).toEqual([]);
});
