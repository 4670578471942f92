import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { smallTree, startCatalog } from "../catalog.fixture.ts";
import { loadTree } from "../tree/load-tree.service.ts";
import { createChangeLog, openChanges } from "./changes.service.ts";

const { deps, replica, listPhone } = await startCatalog();
const other = await replica();
const told: string[] = [];

beforeAll(async () => {
  deps.changes.on((name) => told.push(name));
  // Every key is notified once when listening begins.
  await vi.waitUntil(() => deps.changes.live && told.length === 2, { timeout: 30_000 });
});
afterAll(() => deps.changes.close());

describe("changes of cacheable responses", () => {
  const mark = ["titles", "tree", "titles"];
  /** The keys that the work notifies, in the order of commits, up to a mark after it. */
  const toldOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    told.length = 0;
    await work();
    for (const name of mark) await other.db.pool.query("SELECT pg_notify('invalidations', $1)", [name]);
    await expect.poll(() => told.slice(-mark.length)).toEqual(mark);
    return told.slice(0, -mark.length);
  };

  it("reach every process", async () => {
    expect(await toldOf(() => loadTree("MLA", smallTree("MLA"), other))).toEqual(["tree"]);
  });

  it("are the titles of new items, and nothing when an item keeps its title", async () => {
    let id = "";
    const list = async () => {
      id = await listPhone({ title: "Zumbaton portable 9000" });
    };
    expect(await toldOf(list)).toEqual(["titles"]);
    const data = { availableQuantity: 3 };
    expect(await toldOf(() => other.db.client.item.update({ where: { id }, data }))).toEqual([]);
  });
});

describe("changes after a position", () => {
  const newsAfter = createChangeLog(deps.changes, 20);

  it("are all keys at first, none after a wait, then the changed keys", async () => {
    const { position, keys } = await newsAfter(undefined);
    expect(keys).toBeNull();
    expect(await newsAfter(position)).toEqual({ position, keys: [] });
    await loadTree("MLB", smallTree("MLB"), other);
    await expect.poll(async () => (await newsAfter(position)).keys).toEqual(["tree"]);
  });

  it("are answered at once when something changes during the wait", async () => {
    const patient = createChangeLog(deps.changes, 60_000);
    const { position } = await patient(undefined);
    const answer = patient(position);
    await loadTree("MLB", smallTree("MLB"), other);
    expect((await answer).keys).toEqual(["tree"]);
  });

  it("are all keys when the position is of another process", async () => {
    expect((await newsAfter("another:5")).keys).toBeNull();
    expect((await newsAfter(`${(await newsAfter(undefined)).position}9`)).keys).toBeNull();
  });

  it("work with replicas that are asked in turn", async () => {
    const replicas = [newsAfter, createChangeLog(other.changes, 20)];
    await expect.poll(() => replicas[1]?.(undefined).catch(() => undefined)).toBeDefined();
    let position: string | undefined;
    const ask = async (turn: number, after = position) => {
      const news = await replicas[turn]?.(after);
      position = news?.position;
      return news?.keys;
    };
    expect([await ask(0), await ask(1)]).toEqual([null, null]);
    expect([await ask(0), await ask(1)]).toEqual([[], []]);
    await loadTree("MLB", smallTree("MLB"), other);
    for (const turn of [0, 1]) {
      const before = position;
      await expect.poll(() => ask(turn, before)).toEqual(["tree"]);
    }
    await other.changes.close();
  });

  it("are refused while notifications are not received", async () => {
    const deaf = openChanges(undefined, deps.log);
    await expect(createChangeLog(deaf, 1)(undefined)).rejects.toThrow("not heard of");
  });
});
