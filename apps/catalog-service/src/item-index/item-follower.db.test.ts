import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger, systemClock } from "@marketplace/server";
import { callers, expectProblem, startApp } from "@marketplace/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { itemBody, leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import { createApp, createInternalApp } from "../index.ts";
import { insertItems } from "../items/items.repo.ts";
import { finder } from "../search/search.fixture.ts";
import { fingerprintedChanges } from "./fingerprinted-changes.service.ts";
import { turnsAlone } from "./index-turns.service.ts";
import { indexedItem } from "./indexed-item.rules.ts";
import { indexingFingerprint } from "./indexing-fingerprint.rules.ts";
import { createItemFollower, type FollowerDeps } from "./item-follower.service.ts";
import { openEmbeddedIndex } from "./open-search-index.service.ts";

const { http, deps, replica, listPhone, list } = await startCatalog();
const other = await replica();
const elsewhere = startApp(() => createApp(other));
const unbuilt = await replica({ built: false });
const starting = startApp(() => createApp(unbuilt));
const internal = startApp(() => createInternalApp(unbuilt));
const { id: leaf } = leafOf("MLA-CELLPHONES");

const follower = async (parts: Partial<FollowerDeps> = {}) => {
  const index = parts.index ?? openEmbeddedIndex(undefined);
  const { itemChanges: changes, searchedItems: items } = deps;
  const following = createItemFollower({
    index,
    turns: turnsAlone(),
    changes,
    items,
    log: silentLogger(),
    clock: systemClock,
    ...parts,
  });
  const page = { sort: "relevance", offset: 0, limit: 50 } as const;
  const numbers = async (text: string) =>
    (await index.search({ siteId: "MLA", text, keys: [] }, page)).numbers;
  return { ...following, index, numbers };
};
const numberOf = (id: string) => Number(id.slice(3));
const remove = (ids: readonly string[]) => deps.db.pool.query("DELETE FROM items WHERE id = ANY ($1)", [ids]);

describe("an index without a cursor", () => {
  it("is built from all active items, and follows from there", async () => {
    const many = Array.from({ length: 1_100 }, (_, n) => phone({ title: `Zumbalor ${n}` }));
    const ids = await insertItems(deps.db, [...many, phone({ title: "Zumbalor", status: "paused" })]);
    const { catchUp, index, numbers, state } = await follower();
    await catchUp();
    const found = await index.search(
      { siteId: "MLA", text: "zumbalor", keys: [] },
      { sort: "relevance", offset: 0, limit: 0 },
    );
    expect(found.total).toBe(1_100);
    await remove(ids);
    const late = await listPhone({ title: "Zumbalor nuevo" });
    await catchUp();
    expect(await numbers("zumbalor")).toEqual([numberOf(late)]);
    expect(state().builds).toBe(1);
  });

  it("has what changes while it is built", async () => {
    const [first = "", gone = ""] = await list(
      phone({ title: "Berenjeno uno" }),
      phone({ title: "Berenjeno dos" }),
    );
    let meanwhile = "";
    const below: typeof deps.searchedItems.below = async (...asked) => {
      const rows = await deps.searchedItems.below(...asked);
      await remove([gone]);
      meanwhile ||= await listPhone({ title: "Berenjeno tres" });
      return rows;
    };
    const { catchUp, numbers } = await follower({ items: { ...deps.searchedItems, below } });
    await catchUp();
    await catchUp();
    expect(await numbers("berenjeno")).toEqual([numberOf(meanwhile), numberOf(first)]);
  });

  it("answers no search before that: 503 with Retry-After, while everything else works", async () => {
    const id = await listPhone({ title: "Madrugador" });
    for (const path of ["/sites/MLA/search?q=madrugador", "/MLA/search?q=madrugador&search_type=scan"]) {
      const answer = await starting.get(path, { as: callers.buyer });
      expectProblem(answer, 503, "service_unavailable");
      expect(answer.headers["retry-after"]).toBe("1");
    }
    expect((await starting.get(`/items/${id}`, { as: callers.buyer })).status).toBe(200);
    expect((await starting.get("/sites/MLA/categories", { as: callers.buyer })).status).toBe(200);
    expect((await starting.get("/readyz")).text).toContain("search_index does not answer");
    expect((await internal.get("/readyz")).status).toBe(200);
    await unbuilt.follower.catchUp();
    expect((await starting.get("/readyz")).status).toBe(200);
    const { results } = await finder(starting)("q=madrugador");
    expect(results.map((result) => result.id)).toEqual([id]);
  });

  it("is rebuilt when the process ended during the build", async () => {
    await insertItems(deps.db, [phone({ title: "Interrumpido" })]);
    const index = openEmbeddedIndex(undefined);
    const begun = await follower({
      index,
      items: {
        ...deps.searchedItems,
        async below(...asked) {
          const rows = await deps.searchedItems.below(...asked);
          begun.stop();
          return rows;
        },
      },
    });
    await begun.catchUp();
    expect(index.health().items).toBeGreaterThan(0);
    await expect(begun.upToDate(1)).rejects.toThrow("being built");
    const next = await follower({ index });
    await expect(next.upToDate(1)).rejects.toThrow("being built");
    await next.catchUp();
    expect([next.state().builds, await next.numbers("interrumpido")]).toEqual([1, [expect.any(Number)]]);
  });
});

describe("an index with a cursor", () => {
  it("goes on from there after a restart, and applies what comes twice", async () => {
    const before = await follower();
    await before.catchUp();
    const cursor = before.index.cursor();
    const ids = await list(phone({ title: "Zapallo uno" }), phone({ title: "Zapallo dos" }));
    await before.catchUp();
    await before.index.apply({ put: [], remove: [], cursor: cursor ?? "" });
    const after = await follower({ index: before.index });
    await after.catchUp();
    await after.catchUp();
    expect(await after.numbers("zapallo")).toEqual(ids.map(numberOf).toReversed());
    expect(after.state().builds).toBe(0);
  });

  it("answers while it is rebuilt because it is too old, and forgets what is gone", async () => {
    const [kept = "", gone = ""] = await list(
      phone({ title: "Calabaza quieta" }),
      phone({ title: "Calabaza fugaz" }),
    );
    const before = await follower();
    await before.catchUp();
    await remove([gone]);
    const late = await listPhone({ title: "Calabaza tardia" });
    await deps.itemChanges.cleanUp(0);
    const reading = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const below: typeof deps.searchedItems.below = async (...asked) => {
      reading.resolve();
      await gate.promise;
      return deps.searchedItems.below(...asked);
    };
    const after = await follower({ index: before.index, items: { ...deps.searchedItems, below } });
    const built = after.catchUp();
    await reading.promise;
    await after.upToDate(undefined);
    expect(await after.numbers("calabaza")).toEqual([gone, kept].map(numberOf));
    gate.resolve();
    await built;
    expect(await after.numbers("calabaza")).toEqual([late, kept].map(numberOf));
    expect(after.state().builds).toBe(1);
  });

  it("answers while it is rebuilt because items are indexed by other rules, and once only", async () => {
    const id = await listPhone({ title: "Membrillo" });
    const changesBy = (rules: typeof indexedItem) =>
      fingerprintedChanges(indexingFingerprint(rules), deps.itemChanges, systemClock);
    const before = await follower({ changes: changesBy((item) => ({ ...indexedItem(item), keys: [] })) });
    await before.catchUp();
    const gate = Promise.withResolvers<void>();
    const below: typeof deps.searchedItems.below = async (...asked) => {
      await gate.promise;
      return deps.searchedItems.below(...asked);
    };
    const changes = changesBy(indexedItem);
    const after = await follower({
      index: before.index,
      changes,
      items: { ...deps.searchedItems, below },
    });
    const built = after.catchUp();
    await after.upToDate(undefined);
    expect(await after.numbers("membrillo")).toEqual([numberOf(id)]);
    gate.resolve();
    await built;
    await after.catchUp();
    const next = await follower({ index: before.index, changes });
    await next.catchUp();
    expect([after.state().builds, next.state().builds]).toEqual([1, 0]);
  });

  it("is built once after a restore on another server, and follows from there", async () => {
    const { catchUp, numbers, state } = await follower();
    await catchUp();
    await deps.db.pool.query("UPDATE item_changes SET xid = '900000000000'");
    await deps.db.pool.query(
      "UPDATE item_change_retention SET deleted_xid = '900000000000', origin = '1/2/3'",
    );
    await catchUp();
    const id = await listPhone({ title: "Restaurador" });
    await catchUp();
    expect([state().builds, await numbers("restaurador")]).toEqual([2, [numberOf(id)]]);
  });

  it("follows the items of a category that gets another name or place", async () => {
    const id = await listPhone({ title: "Mudanzero" });
    const { catchUp, numbers } = await follower();
    await catchUp();
    expect(await numbers("intercomunicadores")).toEqual([]);
    await deps.db.pool.query("UPDATE categories SET name = 'Intercomunicadores' WHERE id = $1", [leaf]);
    await catchUp();
    expect(await numbers("intercomunicadores")).toContain(numberOf(id));
  });
});

describe("a snapshot", () => {
  const folder = mkdtempSync(join(tmpdir(), "item-follower-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is what the next process goes on from", async () => {
    const [kept = "", gone = ""] = await list(
      phone({ title: "Lentero uno" }),
      phone({ title: "Lentero dos" }),
    );
    const before = await follower({ index: openEmbeddedIndex(folder) });
    await before.catchUp();
    await before.save();
    await before.index.close();
    await remove([gone]);
    const late = await listPhone({ title: "Lentero tres" });
    const after = await follower({ index: openEmbeddedIndex(folder) });
    await after.upToDate(undefined);
    expect(await after.numbers("lentero")).toEqual([late, kept].map(numberOf));
    expect(after.state().builds).toBe(0);
  });

  it("that is damaged is as good as none", async () => {
    const [file = ""] = readdirSync(folder);
    const bytes = readFileSync(join(folder, file));
    writeFileSync(join(folder, file), bytes.subarray(0, bytes.length - 9));
    const after = await follower({ index: openEmbeddedIndex(folder) });
    await expect(after.upToDate(undefined)).rejects.toThrow("being built");
    await after.catchUp();
    await after.upToDate(undefined);
    expect(await after.numbers("lentero")).toHaveLength(2);
    expect(after.state().builds).toBe(1);
  });

  it("that cannot be written leaves all else going on, which a line and a count tell, until it can", async () => {
    const path = join(folder, "disk");
    const said: string[] = [];
    const log = Object.assign(silentLogger(), { warn: (_: object, message: string) => said.push(message) });
    const before = await follower({ index: openEmbeddedIndex(path), log });
    await before.catchUp();
    await before.save();
    rmSync(path, { recursive: true });
    writeFileSync(path, "a file where the folder was");
    const id = await listPhone({ title: "Discozero" });
    await before.upToDate(undefined);
    await before.save();
    expect([before.state().failedSaves, said]).toEqual([1, ["the search index could not be saved"]]);
    expect(await before.numbers("discozero")).toEqual([numberOf(id)]);
    rmSync(path);
    await before.save();
    expect(before.state().failedSaves).toBe(1);
    const after = await follower({ index: openEmbeddedIndex(path) });
    expect(await after.numbers("discozero")).toEqual([numberOf(id)]);
    await after.catchUp();
    expect(after.state().builds).toBe(0);
  });
});

describe("changes of callers", () => {
  it("are found by the next search, also through another process", async () => {
    const body = itemBody("Celular propio", leaf);
    const listed = await http.post("/items", { as: callers.seller, body });
    const { id } = listed.json<{ id: string }>();
    for (const replica of [http, elsewhere]) {
      const found = async (query: string, as = callers.seller) => {
        const answer = await replica.get(`/sites/MLA/search?${query}`, { as });
        return answer.json<{ results: { id: string }[] }>().results.map((result) => result.id);
      };
      expect(await found("q=propio")).toEqual([id]);
      expect(await found("q=propio", callers.otherSeller)).toEqual([id]);
    }
    await http.put(`/items/${id}`, { as: callers.seller, body: { status: "closed" } });
    for (const replica of [elsewhere, http]) expect((await finder(replica)("q=propio")).results).toEqual([]);
  });

  it("are found by their seller also when the index has much to catch up with", async () => {
    let stuck = false;
    const since: typeof deps.itemChanges.since = (cursor) =>
      stuck ? Promise.withResolvers<never>().promise : deps.itemChanges.since(cursor);
    const { catchUp, upToDate, numbers } = await follower({ changes: { ...deps.itemChanges, since } });
    await catchUp();
    stuck = true;
    const [own = ""] = await list(
      phone({ title: "Apurado propio", sellerId: 4_000_000_081 }),
      phone({ title: "Apurado ajeno" }),
    );
    await upToDate(4_000_000_082);
    expect(await numbers("apurado")).toEqual([]);
    await upToDate(4_000_000_081);
    expect(await numbers("apurado")).toEqual([numberOf(own)]);
  });
});
