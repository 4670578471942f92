import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { startNode } from "@marketplace/search-index/test-server";
import { callers, expectProblem, startApp, underLoad } from "@marketplace/testkit";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { itemBody, leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import { createApp } from "../index.ts";
import { insertItems } from "../items/items.repo.ts";
import { type Found, finder } from "../search/search.fixture.ts";
import { followItems } from "./item-index.job.ts";
import { reindexSearch } from "./reindex.service.ts";

// A server of its own, which goes away.
const node = await startNode();
afterAll(() => node.remove());
const { http, deps, replica, list } = await startCatalog({
  settings: { OPENSEARCH_URL: node.url },
  patient: false,
});
const other = await replica();
const elsewhere = startApp(() => createApp(other));
/** A process that has asked the server for nothing yet. */
const started = await replica({ built: false });
const begun = startApp(() => createApp(started));
const { id: leaf } = leafOf("MLA-CELLPHONES");
const as = callers.seller;

/** A word of no other item, also in a second try. */
const newWord = () => `palabra${randomUUID().replaceAll("-", "")}`;
const listed = async (title: string): Promise<string> => {
  const answer = await http.post("/items", { as, body: itemBody(title, leaf) });
  expect(answer.status).toBe(201);
  return answer.json<{ id: string }>().id;
};
/** What the seller finds through a process. */
const search = async (on: typeof http, text: string): Promise<Found> => {
  const answer = await on.get(`/sites/MLA/search?q=${text}`, { as });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json();
};
const found = async (on: typeof http, text: string): Promise<string[]> =>
  (await search(on, text)).results.map(({ id }) => id);
const indicesOf = async (site: string): Promise<string[]> =>
  (await (await fetch(`${node.url}/_cat/indices/*-${site}-*?h=index`)).text()).trim().split("\n");
const cursors = async () => {
  await Promise.all([deps.searchServer?.reload(), other.searchServer?.reload()]);
  return [deps, other].map(({ searchServer }) => searchServer?.cursor());
};

beforeAll(async () => {
  await list(...Array.from({ length: 1_200 }, (_, n) => phone({ title: `Comodin ${n}` })));
  await deps.follower.catchUp();
});

describe("processes that share an index on a server", () => {
  it("find each other's changes with the next search", async () => {
    const word = newWord();
    const id = await listed(`${word} uno`);
    expect(await found(elsewhere, word)).toEqual([id]);
    expect(await found(http, word)).toEqual([id]);
    await elsewhere.put(`/items/${id}`, { as, body: { status: "closed" } });
    expect(await found(http, word)).toEqual([]);
  });

  it("have every change once both have searched and changed in any order", async () => {
    const word = newWord();
    const ids: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const [on, off] = round % 3 === 0 ? [http, elsewhere] : [elsewhere, http];
      ids.unshift(await listed(`${word} ${round}`));
      if (round % 4 === 3) await on.put(`/items/${ids.pop()}`, { as, body: { status: "closed" } });
      expect((await found(off, word)).toSorted()).toEqual(ids.toSorted());
    }
    const [one, two] = await cursors();
    expect(one).toBe(two);
    expect(deps.searchIndex.health().items).toBe(other.searchIndex.health().items);
  });

  it("leave many changes to one of them; the other one has the changes of its callers before", async () => {
    const reading = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const { numbersIn } = deps.searchedItems;
    onTestFinished(() => {
      gate.resolve();
      deps.searchedItems.numbersIn = numbersIn;
    });
    deps.searchedItems.numbersIn = async (categories) => {
      const numbers = await numbersIn(categories);
      if (categories.length > 0) {
        reading.resolve();
        await gate.promise;
      }
      return numbers;
    };
    // A name that the category has already is no change.
    const name = newWord();
    await deps.db.pool.query("UPDATE categories SET name = $1 WHERE id = $2", [name, leaf]);
    const lead = other.db.tryWithLock(["search index", "lead"], () => gate.promise);
    const word = newWord();
    const own = await listed(`${word} propio`);
    expect(await found(elsewhere, word)).toEqual([own]);
    const running = deps.follower.catchUp();
    await reading.promise;
    gate.resolve();
    await Promise.all([running, lead]);
    await expect.poll(() => deps.follower.catchUp()).toBe(true);
    const { paging } = await finder(elsewhere)(`q=${name}+comodin`);
    expect(paging.total).toBe(1_200);
  });

  it("answer only from the site that is asked", async () => {
    const word = newWord();
    await list(phone({ title: word }), phone({ title: word, domainId: "MLB-CELLPHONES" }));
    await deps.follower.catchUp();
    for (const site of ["MLA", "MLB"]) {
      const { results } = await finder(http)(`q=${word}`, `/sites/${site}/search`);
      expect(results.map(({ site_id }) => site_id)).toEqual([site]);
    }
  });
});

describe("a reindex", () => {
  it("takes place while both processes search and change, and loses nothing", async () => {
    const before = await indicesOf("mla");
    const word = newWord();
    const totals = new Set<number>();
    const searching = async (running: () => boolean) => {
      while (running()) totals.add((await finder(elsewhere)("q=comodin")).paging.total);
    };
    let late = 0;
    const changing = async (running: () => boolean) => {
      while (running()) {
        await listed(`${word} ${late}`);
        late += 1;
        expect((await search(late % 2 === 0 ? http : elsewhere, word)).paging.total).toBe(late);
        await setTimeout(20);
      }
    };
    const sites = await underLoad(
      (running) => [searching(running), changing(running)],
      () => reindexSearch(deps, { force: true }),
    );
    expect(sites.toSorted()).toEqual(["MLA", "MLB"]);
    expect([...totals]).toEqual([1_200]);
    expect((await finder(http)(`q=${word}`)).paging.total).toBe(late);
    expect(late).toBeGreaterThan(0);
    const next = before.map((name) => name.replace(/\d+$/, (number) => `${Number(number) + 1}`));
    expect(await indicesOf("mla")).toEqual(next);
    expect(next).toEqual([expect.stringMatching(/-mla-\d+$/)]);
    expect(await reindexSearch(other)).toEqual([]);
  });
});

describe("a reindex that cannot be", () => {
  it("says why", async () => {
    const alone = reindexSearch({ ...deps, searchServer: undefined });
    await expect(alone).rejects.toThrow("SEARCH_DRIVER is embedded");
    const second = other.db.tryWithLock(["search index", "reindex"], () => reindexSearch(deps));
    await expect(second).rejects.toThrow("another reindex is under way");
  });
});

describe("while the server is away", () => {
  it("searches are 503 with Retry-After, all else works, and nothing is lost", async () => {
    const word = newWord();
    const kept = await listed(`${word} antes`);
    expect(await found(http, word)).toEqual([kept]);
    const jobs = await followItems(deps);
    onTestFinished(() => jobs.stop());
    await node.kill();
    onTestFinished(async () => {
      if (!node.answers()) await node.start();
    });
    for (const path of [`/sites/MLA/search?q=${word}`, `/sites/MLA/search?q=${word}&search_type=scan`]) {
      const answer = await http.get(path, { as: callers.buyer });
      expectProblem(answer, 503, "service_unavailable");
      expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
    }
    const late = await listed(`${word} durante`);
    await http.put(`/items/${kept}`, { as, body: { price: 12 } });
    expect((await http.get(`/items/${late}`, { as })).status).toBe(200);
    expect((await http.get("/readyz")).status).toBe(200);

    const startedJobs = await followItems(started);
    onTestFinished(() => startedJobs.stop());
    const unknown = await startedSearch(begun, word);
    expectProblem(unknown, 503, "service_unavailable");
    expect(unknown.headers["retry-after"]).toMatch(/^\d+$/);
    expect((await begun.get("/readyz")).status).toBe(200);
    expect((await begun.get(`/items/${late}`, { as })).status).toBe(200);

    await node.start();
    for (const on of [http, begun]) {
      await expect.poll(async () => (await startedSearch(on, word)).status).toBe(200);
      await expect.poll(async () => (await found(on, word)).toSorted()).toEqual([kept, late].toSorted());
    }
    expect((await finder(begun)(`q=${word}&price=12-12`)).results.map(({ id }) => id)).toEqual([kept]);
    expect(started.follower.state().builds).toBe(0);
  });
});

const startedSearch = (on: typeof http, word: string) => on.get(`/sites/MLA/search?q=${word}`, { as });

describe("an index that the server lost", () => {
  it("is built again by one process, and found by both", async () => {
    const builds = deps.follower.state().builds + other.follower.state().builds;
    const indices = await (await fetch(`${node.url}/_cat/indices/test-*?h=index`)).text();
    const names = indices.trim().split(/\s+/);
    await fetch(`${node.url}/${names.join()}`, { method: "DELETE" });
    await Promise.all([deps.follower.reload(), other.follower.reload()]);
    const answer = await elsewhere.get("/sites/MLA/search?q=comodin", { as });
    expectProblem(answer, 503, "service_unavailable");
    await Promise.all([deps.follower.catchUp(), other.follower.catchUp()]);
    for (const { follower } of [deps, other]) await expect.poll(() => follower.catchUp()).toBe(true);
    for (const on of [http, elsewhere]) expect((await finder(on)("q=comodin")).paging.total).toBe(1_200);
    expect(deps.follower.state().builds + other.follower.state().builds).toBe(builds + 1);
    const word = newWord();
    const [id] = await insertItems(deps.db, [phone({ title: word })]);
    await other.follower.catchUp();
    expect(await found(http, word)).toEqual([id]);
  });
});
