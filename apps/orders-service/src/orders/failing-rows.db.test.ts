import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ids, ordersService } from "../orders.fixture.ts";
import { cancelUnpaid } from "./cancellations.service.ts";
import { returnAbandoned } from "./purchases.service.ts";
import { returnRemainingUnits } from "./returned-stock.service.ts";
import { createMissingShipments } from "./shipments.service.ts";

const { catalog, clock, db, deps, flex, sale } = await ordersService();
const hour = 3_600_000;
/** More than any job reads at once. */
const many = 60;

type Changes = Parameters<typeof sale>[0];
const sell = async (changes: Changes) => (await sale(changes, { packed: false })).orderId;
const sellMany = (changes: Changes) => Promise.all(Array.from({ length: many }, () => sell(changes)));
const statusOf = async (id: number) => (await deps.orders.find(id))?.status;
const away = () => Promise.reject(new Error("it never answers for these"));

describe("an unpaid order is canceled after 72 hours", () => {
  const unpaid = { status: "payment_required", closedAt: null } as const;

  it("however many older ones fail", async () => {
    const failing = await sellMany(unpaid);
    // flex-service is asked to stop their shipments.
    await db.pool.query("UPDATE orders SET shipment_id = 1 WHERE id = ANY ($1)", [failing]);
    const young = await sell(unpaid);
    const { cancelShipment } = flex;
    flex.cancelShipment = away;
    clock.advance(73 * hour);
    expect(await cancelUnpaid(deps)).toBe(1);
    expect(await statusOf(young)).toBe("cancelled");
    flex.cancelShipment = cancelShipment;
    expect(await cancelUnpaid(deps)).toBe(many);
    expect(await statusOf(failing[0] ?? 0)).toBe("cancelled");
  });

  it.each([
    ["is on its way", "shipping_status = 'shipped'"],
    ["was delivered", "delivered = true"],
  ])("but not one that %s", async (_, state) => {
    const id = await sell(unpaid);
    await db.pool.query(`UPDATE orders SET shipment_id = 1, ${state} WHERE id = $1`, [id]);
    clock.advance(73 * hour);
    expect(await deps.orders.unpaid({ before: clock.now(), after: 0, limit: 10 })).toEqual([]);
    expect(await cancelUnpaid(deps)).toBe(0);
    expect(await statusOf(id)).toBe("payment_required");
  });
});

it("the units of a canceled order come back, however many older ones fail", async () => {
  const before = catalog.stockOf("MLA104") ?? 0;
  await sellMany({ stock: "returning" });
  const young = await sell({ stock: "returning", itemId: "MLA104" });
  const { returnUnits } = catalog;
  catalog.returnUnits = async (units) => (units.item_id === "MLA104" ? returnUnits(units) : away());
  expect(await returnRemainingUnits(deps)).toBe(1);
  expect((await deps.orders.find(young))?.stock).toBe("returned");
  expect(catalog.stockOf("MLA104")).toBe(before + 1);
  catalog.returnUnits = returnUnits;
  expect(await returnRemainingUnits(deps)).toBe(many);
});

it("the stock of an abandoned purchase comes back, however many older ones fail", async () => {
  const begin = async () => {
    const id = randomUUID();
    await deps.purchases.begin({ id, buyerId: ids.buyer, at: clock.now(), begunAt: clock.now() });
    return id;
  };
  for (let made = 0; made < many; made++) await begin();
  clock.advance(1);
  const young = await begin();
  clock.advance(121_000);
  const { returnStock } = catalog;
  catalog.returnStock = async (purchase) =>
    purchase.purchase_key === young ? returnStock(purchase) : away();
  expect(await returnAbandoned(deps)).toBe(1);
  const { rows } = await db.pool.query("SELECT state FROM purchases WHERE id = $1", [young]);
  expect(rows).toEqual([{ state: "cancelled" }]);
  catalog.returnStock = returnStock;
  expect(await returnAbandoned(deps)).toBe(many);
});

describe("while a service is away for one site", () => {
  const outage = () =>
    Promise.reject(Object.assign(new Error("the database of MLA is away"), { unavailable: true }));
  /** Orders of MLA, which is away, and a younger one of MLB. */
  const sellBoth = async (changes: Changes) => {
    const older = await sellMany({ ...changes, siteId: "MLA" });
    return { older, young: await sell({ ...changes, siteId: "MLB" }) };
  };

  it("the units of another's orders come back, after three attempts", async () => {
    const { young } = await sellBoth({ stock: "returning" });
    const { returnUnits } = catalog;
    let waits = 0;
    catalog.returnUnits = async (units) => {
      const isYoung = units.return_key === `order ${young}`;
      waits += isYoung ? 0 : 1;
      return isYoung ? returnUnits(units) : outage();
    };
    await expect(returnRemainingUnits(deps)).rejects.toThrow("MLA is away");
    expect((await deps.orders.find(young))?.stock).toBe("returned");
    expect(waits).toBe(3);
    catalog.returnUnits = returnUnits;
    expect(await returnRemainingUnits(deps)).toBe(many);
  });

  it("unpaid orders end all the same, and their units come back later", async () => {
    const { older, young } = await sellBoth({ status: "payment_required", closedAt: null });
    const { returnUnits } = catalog;
    let waits = 0;
    catalog.returnUnits = async (units) => {
      const isYoung = units.return_key === `order ${young}`;
      waits += isYoung ? 0 : 1;
      return isYoung ? returnUnits(units) : outage();
    };
    clock.advance(73 * hour);
    expect(await cancelUnpaid(deps)).toBe(many + 1);
    expect(waits).toBe(3);
    expect(await statusOf(older.at(-1) ?? 0)).toBe("cancelled");
    expect(await deps.orders.find(young)).toMatchObject({ status: "cancelled", stock: "returned" });
    catalog.returnUnits = returnUnits;
    expect(await returnRemainingUnits(deps)).toBe(many);
  });

  it("shipments of another's orders are created, after one turn of calls", async () => {
    clock.advance(16_000);
    await createMissingShipments(deps);
    const { young } = await sellBoth({});
    const { createShipment } = flex;
    let waits = 0;
    flex.createShipment = async (order) => {
      waits += order.site_id === "MLA" ? 1 : 0;
      return order.site_id === "MLA" ? outage() : createShipment(order);
    };
    clock.advance(16_000);
    expect(await createMissingShipments(deps)).toBe(1);
    expect((await deps.orders.find(young))?.shipmentId).not.toBeNull();
    expect(waits).toBe(5);
    flex.createShipment = createShipment;
    expect(await createMissingShipments(deps)).toBe(many);
  });
});
