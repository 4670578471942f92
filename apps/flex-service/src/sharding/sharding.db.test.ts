import { idRangeOf, prepareShard } from "@marketplace/database";
import { countRows, query } from "@marketplace/database/testing";
import { outboxOf, statesOf } from "@marketplace/sharding";
import { testDatabase } from "@marketplace/testkit/postgres";
import { PDFDocument } from "@pdfme/pdf-lib";
import { beforeAll, describe, expect, it } from "vitest";
import { everything } from "../configuration/state.fixture.ts";
import { callers, deliveryOf, emptyFlexService, pathsOf, sellerId } from "../flex.fixture.ts";
import { flexRpc, startJobs } from "../index.ts";
import { saleOf } from "../shipments/shipments.fixture.ts";

const home = await testDatabase("flex");
const mla = await testDatabase("flex");
const shards = new Map([["MLA", [mla.url]]]);
await prepareShard({ service: "flex", homeUrl: home.url, siteId: "MLA", urls: [mla.url] });

// Two processes on the same databases; MLB is at home.
const one = await emptyFlexService({ url: home.url, shards });
const two = await emptyFlexService({ url: home.url, shards });
const uninformed = await emptyFlexService({ url: home.url, shards: new Map() });
// A process on a home of its own, whose site MLC has a database that does not answer.
const lameHome = await testDatabase("flex");
const away = "postgresql://nobody:nothing@127.0.0.1:1/away";
await query(lameHome.url, "INSERT INTO site_placements VALUES ('MLC', '127.0.0.1:1/away')");
const lame = await emptyFlexService({ url: lameHome.url, shards: new Map([["MLC", [away]]]) });

const brazilianId = 1_000_000_007;
type Sale = Parameters<typeof saleOf>[0];
const ofBrazil = { site_id: "MLB", seller_id: brazilianId };
const sell = async (changes: Sale = {}, { deps } = one) =>
  (await flexRpc(deps).createShipment(saleOf(changes))).shipment_id;
const read = (id: number, { http } = one, as = callers.operator) => http.get(`/shipments/${id}`, { as });
const firstOfMla = idRangeOf("MLA").first;
const sites = "SELECT DISTINCT site_id FROM";

let argentine: number;
let brazilian: number;

beforeAll(async () => {
  argentine = await sell();
  brazilian = await sell(ofBrazil);
});

describe("a shipment", () => {
  it("is stored in its site's database alone, with an id that says the site", async () => {
    expect(await query(mla.url, `${sites} shipments`)).toEqual([{ site_id: "MLA" }]);
    expect(await query(home.url, `${sites} shipments`)).toEqual([{ site_id: "MLB" }]);
    expect([argentine >= firstOfMla, brazilian < 500_000_000_000]).toEqual([true, true]);
  });

  it("is read in all its parts, moved and assigned by its id, in any process", async () => {
    for (const siteId of ["MLA", "MLB"]) {
      const flex = { logistic_type: "self_service", outcome: "manual", ...(siteId === "MLB" && ofBrazil) };
      const id = await sell(flex as Sale);
      const as = callers.operator;
      for (const part of ["items", "costs", "payments", "history", "sla", "carrier", "lead_time"])
        expect([part, (await two.http.get(`/shipments/${id}/${part}`, { as })).status]).toEqual([part, 200]);
      const body = { status: "shipped" };
      expect((await two.http.put(`/shipments/${id}`, { as, body })).status).toBe(200);
      expect((await read(id)).json()).toMatchObject({ id, status: "shipped", site_id: siteId });
      const assignment = `/flex/sites/${siteId}/shipments/${id}/assignment/v2`;
      const driver = { as, body: { driver_id: 5 } };
      expect((await one.http.put(assignment, driver)).json()).toEqual({ driver_id: 5 });
      expect((await two.http.get(assignment, { as })).json()).toEqual({ driver_id: 5 });
    }
    expect((await read(firstOfMla + 400_000)).status).toBe(404);
    expect((await read(499_999_999_999)).status).toBe(404);
  });

  it("is reported by its seller, and made ready, in the database where it is", async () => {
    const me1 = await sell({ mode: "me1" });
    const body = { status: "shipped", payload: { date: one.clock.now().toISOString() } };
    const told = await two.http.post(`/shipments/${me1}/seller_notifications`, { as: callers.seller, body });
    expect(told.status, told.text).toBe(200);
    const made = await sell({ manufacturing: true });
    const ready = `/shipments/${made}/process/ready_to_ship`;
    expect((await two.http.post(ready, { as: callers.seller })).status).toBe(200);
    expect((await read(made)).json()).toMatchObject({ status: "ready_to_ship" });
  });

  it("is found by its order, whose site nobody says", async () => {
    for (const changes of [{}, ofBrazil]) {
      const sale = saleOf(changes);
      const { shipment_id } = await flexRpc(one.deps).createShipment(sale);
      const found = await two.http.get(`/orders/${sale.order_id}/shipments`, { as: callers.operator });
      expect(found.json()).toMatchObject({ id: shipment_id });
    }
    expect((await one.http.get("/orders/5777777777/shipments", { as: callers.operator })).status).toBe(404);
  });

  it("is made once for an order, and has the orders of its pack, in whichever process they come", async () => {
    const sale = saleOf({ pack_id: 6_300_000_001, outcome: "manual" });
    const made = await Promise.all(
      [one, two, one, two].map(({ deps }) => flexRpc(deps).createShipment(sale)),
    );
    const [{ shipment_id } = { shipment_id: 0 }] = made;
    expect(made).toEqual(Array(4).fill({ shipment_id }));
    const late = saleOf({ pack_id: 6_300_000_001, outcome: "manual" });
    expect(await flexRpc(two.deps).createShipment(late)).toEqual({ shipment_id });
  });

  it("is canceled with its order, by a call that does not say the site", async () => {
    for (const changes of [{}, ofBrazil]) {
      const sale = saleOf(changes);
      const { shipment_id } = await flexRpc(one.deps).createShipment(sale);
      const cancellation = { order_id: sale.order_id, substatus: null };
      for (const { deps } of [two, one])
        expect(await flexRpc(deps).cancelShipment(cancellation)).toEqual({ outcome: "cancelled" });
      expect((await read(shipment_id)).json()).toMatchObject({ status: "cancelled" });
    }
    const unknown = { order_id: 5_777_777_777, substatus: null };
    expect(await flexRpc(one.deps).cancelShipment(unknown)).toEqual({ outcome: "none" });
  });

  it("cannot be stored at home by a process that does not know the database of the site", async () => {
    const before = await countRows(home.url, "shipments");
    await expect(sell({}, uninformed)).rejects.toThrow();
    expect(await countRows(home.url, "shipments")).toBe(before);
  });
});

describe("labels", () => {
  it("of all sites are one file, and each is printed once where its shipment is", async () => {
    const ids = [await sell(), await sell(ofBrazil), await sell()];
    const path = `/shipment_labels?shipment_ids=${ids.join(",")},499999999999`;
    const answers = await Promise.all([one, two].map(({ http }) => http.get(path, { as: callers.operator })));
    for (const { status, bytes } of answers)
      expect([status, (await PDFDocument.load(bytes)).getPageCount()]).toEqual([200, 3]);
    for (const id of ids) expect((await read(id)).json()).toMatchObject({ substatus: "printed" });
    const printed = "SELECT FROM shipments WHERE substatus = 'printed'";
    expect(
      [await query(mla.url, printed), await query(home.url, printed)].map(({ length }) => length),
    ).toEqual([2, 1]);
  });
});

describe("a subscription", () => {
  const paths = { MLA: pathsOf(1_000_000_008), MLB: pathsOf(brazilianId, "MLB") };
  const who = { MLA: callers.newcomer, MLB: callers.brazilian };
  const services = new Map<string, number>();

  it.each(["MLA", "MLB"] as const)("is opened, activated and configured at its site: %s", async (siteId) => {
    const [own, as] = [paths[siteId], who[siteId]];
    const opened = await one.http.post(own.subscriptions, { as, body: { mode: "FLEX" } });
    expect(opened.status).toBe(201);
    const { service_id: service } = opened.json<{ service_id: number }>();
    services.set(siteId, service);
    expect((await two.http.post(own.subscriptions, { as, body: { mode: "FLEX" } })).status).toBe(409);
    const activation = { as, body: { status: "in" } };
    expect((await two.http.put(own.status(service), activation)).json()).toMatchObject({
      status: { id: "in" },
    });
    const change = await one.http.put(own.delivery(service), { as, body: deliveryOf(10, 18, 9) });
    expect(change.status, change.text).toBe(200);
    expect((await two.http.get(own.delivery(service), { as })).json()).toEqual(change.json());
    expect((await two.http.get(own.coverage(service), { as })).status).toBe(200);
    const userId = siteId === "MLA" ? 1_000_000_008 : brazilianId;
    const body = { query: `{ configuration(user_id: ${userId}, service_id: ${service}) ${everything} }` };
    const read = await two.http.post(own.configuration, { as, body });
    expect(read.json()).toMatchObject({ query: { subscription: { service_id: service } } });
    expect((await one.http.get(own.subscriptions, { as })).json()).toMatchObject([{ service_id: service }]);
  });

  it("is stored in its site's database alone, with a service id that says the site", async () => {
    expect(await query(mla.url, `${sites} subscriptions`)).toEqual([{ site_id: "MLA" }]);
    expect(await query(home.url, `${sites} subscriptions`)).toEqual([{ site_id: "MLB" }]);
    expect(services.get("MLA")).toBeGreaterThanOrEqual(firstOfMla);
    expect(services.get("MLB")).toBeLessThan(500_000_000_000);
  });

  it("says when a shipment of its seller leaves", async () => {
    const changes = { logistic_type: "self_service", outcome: "manual", seller_id: 1_000_000_008 } as const;
    const id = await sell(changes);
    const sla = await two.http.get(`/shipments/${id}/sla`, { as: callers.operator });
    // The end of the range from 10 to 18 of Buenos Aires.
    expect(sla.json<{ expected_date: string }>().expected_date).toContain("T17:00:00.000-04:00");
  });

  it("of a key is opened once, and the key is a conflict with another body", async () => {
    const own = pathsOf(1_000_000_002);
    const post = (mode: string, { http } = one) =>
      http.post(own.subscriptions, {
        as: callers.otherSeller,
        body: { mode },
        headers: { "idempotency-key": "opt-in" },
      });
    const answers = await Promise.all([post("FLEX"), post("FLEX", two), post("FLEX")]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await post("TURBO", two)).status).toBe(409);
  });

  it("cannot be stored at home when its site has a database", async () => {
    const own = pathsOf(1_000_000_004);
    const body = { mode: "FLEX" };
    const before = await countRows(home.url, "subscriptions");
    expect((await uninformed.http.post(own.subscriptions, { as: callers.operator, body })).status).toBe(500);
    expect(await countRows(home.url, "subscriptions")).toBe(before);
  });
});

it("ids are unique when processes make shipments at all sites at once", async () => {
  const made = await Promise.all(
    Array.from({ length: 60 }, (_, index) => sell(index % 2 ? ofBrazil : {}, index % 4 < 2 ? one : two)),
  );
  expect(new Set(made).size).toBe(60);
});

describe("what is due", () => {
  const hour = 3_600_000;

  it("is listed over all sites in one order, page after page", async () => {
    const { shipments } = one.deps.everywhere;
    const [after, until] = [one.clock.now(), new Date(one.clock.now().getTime() + 30 * 24 * hour)];
    const all = await shipments.stepsDue({ after, until, limit: 1_000 });
    const waiting = "SELECT FROM shipments WHERE next_step_at IS NOT NULL";
    const [atSite, atHome] = await Promise.all([mla.url, home.url].map((url) => query(url, waiting)));
    expect(Math.min(atSite?.length ?? 0, atHome?.length ?? 0)).toBeGreaterThan(0);
    expect(all.length).toBe((atSite?.length ?? 0) + (atHome?.length ?? 0));
    const times = all.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((earlier, later) => earlier - later));
    expect(await shipments.stepsDue({ after, until, limit: 7 })).toHaveLength(7);
  });

  it("is done in each database, reported and relayed, by the jobs of one process", async () => {
    const ids = [await sell(), await sell(ofBrazil)];
    const waiting = async () => (await flexRpc(one.deps).vitals({})).outbox?.waiting;
    const ofSite = () => statesOf(one.deps.sites?.opened() ?? new Map()).get("MLA");
    const [atSite, atHome] = [(await ofSite()?.outbox())?.count ?? 0, (await outboxOf(one.deps)).count];
    expect(Math.min(atSite, atHome)).toBeGreaterThan(0);
    expect(await waiting()).toBe(atSite + atHome);
    one.clock.advance(73 * hour);
    const jobs = await startJobs(one.deps);
    const states = () =>
      Promise.all(ids.map(async (id) => (await read(id)).json<{ status: string }>().status));
    await expect.poll(states).toEqual(["delivered", "delivered"]);
    await expect.poll(waiting).toBe(0);
    for (const id of ids) {
      await expect
        .poll(() => one.orders.told.some((told) => told.shipment_id === id && told.status === "delivered"))
        .toBe(true);
      expect(one.published.map(({ resource }) => resource)).toContain(`/shipments/${id}`);
    }
    await jobs.stop();
  });
});

describe("while the database of another site is away", () => {
  it("what is of no single site is 503, and everything else of a site goes on", async () => {
    const sale = saleOf({ ...ofBrazil, outcome: "manual" });
    const { shipment_id: id } = await flexRpc(lame.deps).createShipment(sale);
    const as = callers.operator;
    expect((await lame.http.get(`/orders/${sale.order_id}/shipments`, { as })).status).toBe(503);
    expect((await lame.http.get(`/shipment_labels?shipment_ids=${id}`, { as })).status).toBe(503);
    expect((await lame.http.put(`/shipments/${id}`, { as, body: { status: "shipped" } })).status).toBe(200);
    expect((await read(idRangeOf("MLC").first, lame)).status).toBe(503);
    const own = pathsOf(sellerId);
    expect((await lame.http.get(own.subscriptions, { as: callers.seller })).json()).toEqual([]);
    expect((await lame.http.get("/readyz")).status).toBe(200);
  });
});
