import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { idRangeOf, prepareShard } from "@marketplace/database";
import { countRows, query } from "@marketplace/database/testing";
import { outboxOf, statesOf } from "@marketplace/sharding";
import { asCaller, callers, type Http, startApp } from "@marketplace/testkit";
import { testDatabase } from "@marketplace/testkit/postgres";
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { brazilianId, itemBody, leafOf, startCatalog } from "../catalog.fixture.ts";
import { catalogRpc, createApp, dueWorkOf, importTitles, startJobs, whereSiteIs } from "../index.ts";
import type { ItemWire } from "../items/items.schema.ts";
import { pictureForm } from "../pictures/upload.fixture.ts";
import { finder } from "../search/search.fixture.ts";

const home = await testDatabase("catalog");
const mla = await testDatabase("catalog");
const shards = new Map([["MLA", [mla.url]]]);
await prepareShard({ service: "catalog", homeUrl: home.url, siteId: "MLA", urls: [mla.url] });

// Two processes on the same databases; MLB is at home.
const catalog = await startCatalog({ url: home.url, shards });
const { deps: one, http, clock, published, closed } = catalog;
const two = await catalog.replica();
const other = startApp(() => createApp(two));
const rpc = catalogRpc(one);
const otherRpc = catalogRpc(two);
const uninformed = await startCatalog({ url: home.url, trees: [] });
const undivided = await startCatalog();

const phones = leafOf("MLA-CELLPHONES");
const celulares = leafOf("MLB-CELLPHONES");
const argentine = callers.seller;
const brazilian = asCaller({ userId: brazilianId, siteId: "MLB" });
const operator = callers.operator;
const firstOfMla = idRangeOf("MLA").first;
const jpg = await sharp({ create: { width: 40, height: 30, channels: 3, background: { r: 1, g: 2, b: 3 } } })
  .jpeg()
  .toBuffer();

type Caller = typeof argentine;
type Body = ReturnType<typeof bodyOf>;
const bodyOf = (title: string, of = argentine) => ({
  ...itemBody(title, (of === brazilian ? celulares : phones).id),
  ...(of === brazilian && { currency_id: "BRL" }),
});

async function listed(
  title: string,
  as: Caller = argentine,
  changes: Partial<Body> | object = {},
  on: Http = http,
) {
  const answer = await on.post("/items", { as, body: { ...bodyOf(title, as), ...changes } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json<ItemWire>();
}
const numberOf = (id: string) => Number(id.slice(3));
const sitesIn = (url: string, table: string) => query(url, `SELECT DISTINCT site_id FROM ${table}`);

describe("an item", () => {
  it("is stored in its site's database alone, and its number says the site", async () => {
    const [ours, theirs] = [await listed("Telefono de aquí"), await listed("Celular de lá", brazilian)];
    for (const table of ["items", "categories"]) {
      expect(await sitesIn(mla.url, table)).toEqual([{ site_id: "MLA" }]);
      expect(await sitesIn(home.url, table)).toEqual([{ site_id: "MLB" }]);
    }
    expect(ours.id).toMatch(/^MLA\d+$/);
    expect([numberOf(ours.id) >= firstOfMla, numberOf(theirs.id) < 500_000_000_000]).toEqual([true, true]);
  });

  it.each([argentine, brazilian])(
    "is read, changed, described and listed again in any process: %#",
    async (as) => {
      const { id } = await listed("Para cambiar", as);
      expect((await other.get(`/items/${id}`, { as })).json()).toMatchObject({ id, price: 10 });
      const changed = await other.put(`/items/${id}`, { as, body: { price: 12 } });
      expect(changed.status, changed.text).toBe(200);
      const text = { plain_text: "Con garantía" };
      expect((await http.post(`/items/${id}/description`, { as, body: text })).status).toBe(201);
      expect((await other.get(`/items/${id}/description`, { as })).json()).toMatchObject(text);
      expect((await other.get(`/items/${id}/available_upgrades`, { as })).status).toBe(200);
      expect((await http.put(`/items/${id}`, { as, body: { status: "closed" } })).status).toBe(200);
      await expect.poll(() => closed).toContain(id);
      const terms = { listing_type_id: "bronze", price: 15, quantity: 1 };
      const relisted = await other.post(`/items/${id}/relist`, { as, body: terms });
      expect(relisted.status, relisted.text).toBe(201);
      expect(relisted.json()).toMatchObject({ parent_item_id: id });
    },
  );

  it("is checked by the rules of its site's categories, also where its body is broken", async () => {
    const faulty = { ...bodyOf("Sin marca"), price: "diez", attributes: [] };
    const answers = await Promise.all(
      [http, other].map((on) => on.post("/items", { as: argentine, body: faulty })),
    );
    for (const { status, text } of answers) {
      expect(status).toBe(400);
      expect(text).toContain("BRAND");
    }
    const valid = await other.post("/items/validate", { as: argentine, body: bodyOf("Vale") });
    expect(valid.status, valid.text).toBe(204);
  });

  it("has variations with ids that fit their paths and exact numbers of JSON", async () => {
    const variation = (color: string) => ({
      attribute_combinations: [{ name: "Diseño", value_name: color }],
      price: 10,
      available_quantity: 2,
      picture_ids: ["http://img.example/1.jpg"],
    });
    const { id, variations } = await listed("Con colores", argentine, {
      available_quantity: undefined,
      variations: [variation("rayas")],
    });
    const [{ id: variationId } = { id: 0 }] = variations;
    expect(variationId).toBeGreaterThanOrEqual(firstOfMla);
    expect(Number.isSafeInteger(variationId)).toBe(true);
    const path = `/items/${id}/variations/${variationId}`;
    expect((await other.get(path, { as: argentine })).json()).toMatchObject({ id: variationId });
    const changed = await other.put(path, { as: argentine, body: { available_quantity: 5 } });
    expect(changed.status, changed.text).toBe(200);
    const lines = [{ item_id: id, variation_id: variationId, quantity: 1 }];
    expect(await rpc.takeStock({ purchase_key: "of a variation", lines })).toMatchObject({ taken: true });
  });

  it("is read with those of other sites, in the order of the ids", async () => {
    const ids = [(await listed("Uno", brazilian)).id, "MLA1", (await listed("Dos")).id, "MLB2", "nothing"];
    const read = await other.get(`/items?ids=${ids.join(",")}`, { as: argentine });
    expect(
      read.json<{ code: number; body: { id?: string } }[]>().map(({ code, body }) => body.id ?? code),
    ).toEqual([ids[0], 404, ids[2], 404, 404]);
    const summaries = await otherRpc.items({ ids });
    expect(summaries.map(({ id, site_id }) => [id, site_id])).toEqual([
      [ids[0], "MLB"],
      [ids[2], "MLA"],
    ]);
  });

  it("has another id than items that are listed at the same time", async () => {
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        listed(`Simultáneo ${n}`, n % 3 === 0 ? brazilian : argentine, {}, n % 2 === 0 ? http : other),
      ),
    );
    expect(new Set(made.map(({ id }) => numberOf(id))).size).toBe(24);
  });

  it("of a key is listed once, and the key is a conflict with another site's body", async () => {
    const headers = { "Idempotency-Key": "an-item" };
    const send = (as: Caller, on: Http) => on.post("/items", { as, headers, body: bodyOf("Una vez", as) });
    const [first, second] = [await send(argentine, http), await send(argentine, other)];
    expect([first.status, second.text]).toEqual([201, first.text]);
    const elsewhere = asCaller({ siteId: "MLB" });
    const body = { ...bodyOf("Outra", brazilian) };
    const conflict = await other.post("/items", { as: elsewhere, headers, body });
    expect(conflict.status, conflict.text).toBe(409);
  });

  it("is refused at home by a process that does not know the database of the site", async () => {
    const before = await countRows(home.url, "items");
    const answer = await uninformed.http.post("/items", { as: argentine, body: bodyOf("Perdido") });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const picture = { source: "http://img.example/lost.jpg" };
    expect((await uninformed.http.post("/pictures", { as: argentine, body: picture })).status).toBe(500);
    expect(await countRows(home.url, "items")).toBe(before);
    await expect(whereSiteIs(uninformed.deps, "MLA", async () => 1)).rejects.toThrow(
      "CATALOG_DATABASE_URL_MLA",
    );
  });
});

describe("a picture", () => {
  it.each([argentine, brazilian])(
    "is uploaded, found and shown where its seller's site is: %#",
    async (as) => {
      const { body, headers } = await pictureForm(jpg);
      const uploaded = await http.post("/pictures/items/upload", { as, body, headers });
      expect(uploaded.status, uploaded.text).toBe(201);
      const { id } = uploaded.json<{ id: string }>();
      expect((await other.get(`/pictures/${id}`, { as })).json()).toEqual(uploaded.json());
      expect((await other.get(`/pictures/files/${id}-O.jpg`)).bytes.equals(jpg)).toBe(true);
      const item = await listed("Con foto", as, { pictures: [{ id }] }, other);
      expect(item.pictures).toMatchObject([{ id, size: "40x30" }]);
      const more = await http.post(`/items/${item.id}/pictures`, {
        as,
        body: { source: "http://img.example/2.jpg" },
      });
      expect(more.status, more.text).toBe(201);
    },
  );

  it("with an id that its seller chose is found as an item's of any site", async () => {
    const source = "http://img.example/own.jpg";
    // The second one names another site.
    for (const id of ["own-1", "123456-MLB10000000001_112026"]) {
      await listed("Con foto propia", argentine, { pictures: [{ id, source }] });
      const read = await other.get(`/pictures/${id}`, { as: argentine });
      expect([read.status, read.text.includes(source)]).toEqual([200, true]);
    }
    expect((await other.get("/pictures/own-2", { as: argentine })).status).toBe(404);
  });

  it("is added once per key", async () => {
    const headers = { "Idempotency-Key": "a-picture" };
    const body = { source: "http://img.example/3.jpg" };
    const send = (on: Http) => on.post("/pictures", { as: argentine, headers, body });
    const [first, second] = await Promise.all([send(http), send(other)]);
    expect([first.status, second.text]).toEqual([201, first.text]);
  });
});

describe("a search", () => {
  it.each(["MLA", "MLB"])("finds a caller's own change at once, in any process: %s", async (siteId) => {
    const as = siteId === "MLA" ? argentine : brazilian;
    for (const [n, on] of [http, other, http, other].entries()) {
      const title = `Zorzal ${siteId}${n} cantor`;
      const { id } = await listed(title, as, {}, on);
      const asker = on === http ? other : http;
      const found = await asker.get(`/sites/${siteId}/search?q=zorzal%20${siteId}${n}`, { as });
      expect(found.json<{ results: { id: string }[] }>().results.map((each) => each.id)).toEqual([id]);
    }
  });

  it("is of one site, with its names, filters and totals", async () => {
    const [inArgentina, inBrazil] = [finder(http), finder(other)];
    const found = await inArgentina("q=zorzal");
    expect([found.paging.total, found.results[0]?.site_id]).toEqual([4, "MLA"]);
    const also = await inBrazil("q=zorzal", "/sites/MLB/search");
    expect([also.paging.total, also.results[0]?.site_id]).toEqual([4, "MLB"]);
    const scanned = await inArgentina(`search_type=scan&category=${phones.id}&limit=100`);
    expect(new Set(scanned.results.map(({ site_id }) => site_id))).toEqual(new Set(["MLA"]));
  });

  it("knows a category that was renamed", async () => {
    const renamed = await other.put(`/categories/${phones.id}`, {
      as: operator,
      body: { name: "Teléfonos nuevos" },
    });
    expect(renamed.status, renamed.text).toBe(200);
    const { filters } = await finder(http)(`category=${phones.id}&q=zorzal`);
    expect(JSON.stringify(filters)).toContain("Teléfonos nuevos");
  });
});

describe("the items of a seller", () => {
  it.each(["MLA", "MLB"])(
    "are found where the seller's site is, by seller and operator: %s",
    async (siteId) => {
      const as = siteId === "MLA" ? asCaller({ userId: 3_100_000_001 }) : brazilian;
      for (let n = 0; n < 3; n++) await listed(`Del vendedor ${n}`, as);
      const userId = siteId === "MLA" ? 3_100_000_001 : brazilianId;
      for (const asker of [as, operator]) {
        const answer = await other.get(`/users/${userId}/items/search?limit=2`, { as: asker });
        const { paging, results } = answer.json<{ paging: { total: number }; results: string[] }>();
        const stored = await query(
          siteId === "MLA" ? mla.url : home.url,
          `SELECT FROM items WHERE seller_id = ${userId}`,
        );
        expect([paging.total, results.length]).toEqual([stored.length, 2]);
        expect(results.every((id) => id.startsWith(siteId))).toBe(true);
      }
      expect(await otherRpc.hasActiveMe2Listing({ seller_id: userId })).toBe(true);
      expect((await http.get(`/users/${userId}/items/search`, { as: callers.otherSeller })).status).toBe(403);
    },
  );

  it("have visits, which are counted where they are", async () => {
    const visitor = asCaller({ userId: 3_200_000_001 });
    for (const as of [argentine, brazilian]) {
      const { id, seller_id } = await listed("Visitado", as);
      for (const on of [http, other]) await on.get(`/items/${id}`, { as: visitor });
      await one.visitCounter.flush();
      await two.visitCounter.flush();
      expect((await other.get(`/visits/items?ids=${id}`, { as })).json()).toEqual({ [id]: 1 });
      expect((await http.get(`/items/${id}/visits`, { as })).json()).toMatchObject({ total_visits: 1 });
      expect((await http.get(`/items/visits?ids=${id}`, { as })).json()).toMatchObject({ total_visits: 1 });
      const all = await other.get(`/users/${seller_id}/items_visits`, { as });
      expect(all.json()).toMatchObject({ total_visits: 1 });
    }
  });
});

describe("a purchase", () => {
  it.each([argentine, brazilian])("takes and returns stock where its items are, once: %#", async (as) => {
    const { id } = await listed("Para vender", as, { available_quantity: 5 });
    const purchase_key = `purchase of ${id}`;
    const lines = [{ item_id: id, quantity: 2 }];
    const [first, second] = await Promise.all(
      [rpc, otherRpc].map((of) => of.takeStock({ purchase_key, lines })),
    );
    expect(first).toEqual(second);
    expect(first).toMatchObject({ taken: true, items: [{ id, available_quantity: 3 }] });
    expect(await otherRpc.returnUnits({ return_key: `one of ${id}`, item_id: id, quantity: 1 })).toEqual({
      returned: true,
    });
    expect(await otherRpc.returnStock({ purchase_key })).toEqual({ returned: true });
    expect(await rpc.returnStock({ purchase_key })).toEqual({ returned: false });
    expect(await rpc.items({ ids: [id] })).toMatchObject([{ available_quantity: 6 }]);
    expect(await rpc.setFlex({ item_id: id, on: true })).toMatchObject({ outcome: expect.any(String) });
    const category_id = (as === brazilian ? celulares : phones).id;
    expect(await otherRpc.shippingPreferences({ category_id })).toMatchObject({ category_id });
  });

  it("that was given up before it came takes nothing, on whichever site", async () => {
    for (const as of [argentine, brazilian]) {
      const { id } = await listed("Demasiado tarde", as, { available_quantity: 5 });
      const purchase_key = `late purchase of ${id}`;
      expect(await otherRpc.returnStock({ purchase_key })).toEqual({ returned: false });
      const late = await rpc.takeStock({ purchase_key, lines: [{ item_id: id, quantity: 2 }] });
      expect(late).toMatchObject({ taken: false });
      expect(await rpc.items({ ids: [id] })).toMatchObject([{ available_quantity: 5 }]);
    }
  });

  it("of items of two sites takes nothing", async () => {
    const ids = [(await listed("Aquí")).id, (await listed("Lá", brazilian)).id];
    const lines = ids.map((item_id) => ({ item_id, quantity: 1 }));
    expect(await rpc.takeStock({ purchase_key: "of two sites", lines })).toMatchObject({
      taken: false,
      faults: [{ item_id: ids[1], reason: "not_found" }],
    });
    expect((await rpc.items({ ids })).map((item) => item.available_quantity)).toEqual([1, 1]);
  });
});

describe("many items in one request", () => {
  const bulk = async (lines: readonly object[], on = http, key = "many") => {
    const answer = await on.post("/items/bulk", {
      as: operator,
      body: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join("")),
      headers: { "Content-Type": "application/x-ndjson", "Idempotency-Key": key },
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  };

  it("are listed at the sites of their sellers, once per key, and answered in their order", async () => {
    const lines = [
      { ...bodyOf("Primero"), seller_id: 1_000_000_001 },
      { ...bodyOf("Segundo", brazilian), seller_id: brazilianId },
      { ...bodyOf("Sin vendedor"), seller_id: 4_950_000_000 },
      { ...bodyOf("Cuarto"), seller_id: 1_000_000_001 },
    ];
    const [first, second] = [await bulk(lines), await bulk(lines, other)];
    expect(first.map(({ line, code }) => [line, code])).toEqual([
      [1, 201],
      [2, 201],
      [3, 400],
      [4, 201],
    ]);
    expect(second).toEqual(first);
    const ids = first.flatMap(({ id }) => id ?? []);
    expect((await otherRpc.items({ ids })).map(({ id }) => id.slice(0, 3))).toEqual(["MLA", "MLB", "MLA"]);
  });

  it("are not listed again when their key is from before their sites had databases", async () => {
    const ofMla = [{ ...bodyOf("Antes"), seller_id: 1_000_000_001 }];
    const ofBoth = [...ofMla, { ...bodyOf("Antes de lá", brazilian), seller_id: brazilianId }];
    for (const [key, lines] of Object.entries({ ofMla, ofBoth })) {
      const first = await bulk(lines, undivided.http, key);
      expect(first.map(({ code }) => code)).toEqual(lines.map(() => 201));
      const [kept] = await query<{ row: string }>(
        undivided.url,
        `SELECT row_to_json(k)::text AS row FROM idempotency_keys k WHERE key = '${key}'`,
      );
      // Home and the copy of it that became the site's database.
      for (const { url } of [home, mla])
        await query(
          url,
          "INSERT INTO idempotency_keys SELECT * FROM json_populate_record(NULL::idempotency_keys, $1)",
          [kept?.row],
        );
      expect(await bulk(lines, http, key)).toEqual(first);
    }
  });

  it("do not depend on one whose seller was unknown the first time", async () => {
    const lines = [
      { ...bodyOf("Con vendedor"), seller_id: 1_000_000_001 },
      { ...bodyOf("Sin vendedor todavía"), seller_id: 1_000_000_077 },
    ];
    const { identity } = one.clients;
    const users = vi
      .spyOn(identity, "users")
      .mockImplementation(async ({ ids }) =>
        (await two.clients.identity.users({ ids })).filter(({ id }) => id !== 1_000_000_077),
      );
    const first = await bulk(lines, http, "unknown");
    users.mockRestore();
    expect(first.map(({ code }) => code)).toEqual([201, 400]);
    const again = await bulk(lines, http, "unknown");
    expect(again).toEqual([first[0], expect.objectContaining({ line: 2, code: 409 })]);
  });
});

describe("what is known of a site", () => {
  it("is changed by operators where the site is", async () => {
    const body = { name: "Otros teléfonos", parent_id: phones.path[0] };
    for (const on of [http, other]) {
      const made = await on.post("/categories", { as: operator, body });
      expect(made.status, made.text).toBe(201);
      const { id } = made.json<{ id: string }>();
      expect((await other.get(`/categories/${id}`, { as: operator })).json()).toMatchObject({
        id,
        name: body.name,
      });
      expect((await http.delete(`/categories/${id}`, { as: operator })).status).toBe(204);
    }
    expect(await sitesIn(home.url, "categories")).toEqual([{ site_id: "MLB" }]);
  });

  it.each(["MLA", "MLB"])("is its tree, its roots and its prices: %s", async (siteId) => {
    const dump = await other.get(`/sites/${siteId}/categories/all`, { as: argentine });
    expect(dump.text).toContain((siteId === "MLA" ? phones : celulares).id);
    for (const path of ["", "/categories", "/listing_prices?price=100"])
      expect((await other.get(`/sites/${siteId}${path}`, { as: argentine })).status).toBe(200);
    const top = `/catalog_domains/${siteId}-CARS_AND_VANS/attributes/BRAND/top_values`;
    expect((await other.post(top, { as: argentine, body: {} })).status).toBe(200);
  });

  it("is heard of by gateways, whichever database it changed in", async () => {
    const after = await expect
      .poll(() => otherRpc.changes({}).catch(() => undefined))
      .toBeDefined()
      .then(() => otherRpc.changes({}));
    for (const [id, name] of [
      [phones.id, "Nombre uno"],
      [celulares.id, "Nome dois"],
    ]) {
      const { position } = await otherRpc.changes({ after: after.position });
      expect((await http.put(`/categories/${id}`, { as: operator, body: { name } })).status).toBe(200);
      await expect.poll(async () => (await otherRpc.changes({ after: position })).keys).toContain("tree");
    }
  });

  it("is learned from titles, of an import of both sites too", async () => {
    const folder = await mkdtemp(join(tmpdir(), "titles-"));
    const file = join(folder, "titles");
    const lines = [
      { title: "Quirubel de la pampa", category_id: phones.id },
      { title: "Quirubel do cerrado", category_id: celulares.id },
    ];
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect(await importTitles(two, { file })).toEqual({ imported: 2, skipped: 0 });
    await expect(importTitles(uninformed.deps, { file })).rejects.toThrow("CATALOG_DATABASE_URL_MLA");
    await rm(folder, { recursive: true });
    for (const [siteId, category_id] of [
      ["MLA", phones.id],
      ["MLB", celulares.id],
    ]) {
      const answer = await http.get(`/sites/${siteId}/domain_discovery/search?q=quirubel`, { as: argentine });
      expect(answer.json<object[]>()[0]).toMatchObject({ category_id });
    }
  });
});

describe("jobs", () => {
  const free = { listing_type_id: "free", available_quantity: 1 };

  it("work in each database", async () => {
    const jobs = await startJobs(two);
    const made = [await listed("Evento", argentine, free), await listed("Evento", brazilian, free)];
    const told = () => published.map(({ resource }) => resource);
    for (const { id } of made) await expect.poll(told).toContain(`/items/${id}`);
    await jobs.stop();
    const due = dueWorkOf(one);
    const until = new Date(clock.now().getTime() + 60 * 24 * 3_600_000);
    const waiting = await due.list({ after: clock.now(), until, limit: 10 });
    expect(waiting.map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => `/items/${id}`).toSorted());
    clock.set(until);
    await due.run();
    for (const { id } of made) {
      expect((await other.get(`/items/${id}`, { as: operator })).json()).toMatchObject({ status: "closed" });
      expect(closed).toContain(id);
    }
  });

  it("and requests are measured for each database", async () => {
    const states = statesOf(one.sites?.opened() ?? new Map());
    expect([...states.keys()]).toEqual(["MLA"]);
    expect(await states.get("MLA")?.outbox()).toEqual(await outboxOf(one.sites?.opened().get("MLA") ?? one));
    expect(await rpc.vitals({})).toMatchObject({ outbox: { waiting: expect.any(Number) } });
  });
});
