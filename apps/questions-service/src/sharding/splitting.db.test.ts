import { prepareShard } from "@marketplace/database";
import { countRows, query } from "@marketplace/database/testing";
import { asCaller } from "@marketplace/testkit";
import { heldSplit } from "@marketplace/testkit/held-split";
import { testDatabase } from "@marketplace/testkit/postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { questionsRpc } from "../rpc.ts";
import { buyer, operator, otherBuyer, questionsService, seller } from "../service.fixture.ts";

// The servers themselves: a split holds sessions, which a pooler shares.
const home = { url: (await testDatabase("questions")).directUrl };
const mla = { url: (await testDatabase("questions")).directUrl };
const shards = new Map([["MLA", [mla.url]]]);

const before = await questionsService({ url: home.url });
await query(
  home.url,
  `INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle, first_on_item,
     period, created_at, updated_at)
   VALUES ('MLA106', 'MLA', 3000000001, 3000000090, 3, 'UNANSWERED', '?', false, true, 0, '2026-03-01', '2026-03-01')`,
);
const site = { service: "questions", homeUrl: home.url, siteId: "MLA" } as const;
await prepareShard({ ...site, urls: [mla.url] });
const one = await questionsService({ url: home.url, shards });
const two = await questionsService({ url: home.url, shards });
const keyed = { as: buyer, body: { item_id: "MLA108", text: "¿Una?" }, headers: { "idempotency-key": "a" } };
/** The questions that were asked at home, in the order of their ids; which are of MLA, and on one item. */
const old: number[] = [];
const ofMla: number[] = [];
const onMla100: number[] = [];
let kept: unknown;

beforeAll(async () => {
  const answer = await before.http.post("/questions", keyed);
  kept = answer.json();
  ofMla.push(answer.json<{ id: number }>().id);
  for (let index = 0; index < 24; index++) {
    for (const { clock } of [before, one, two]) clock.advance(60_000);
    const as = asCaller({ userId: 3_000_000_100 + index, roles: ["buyer"] });
    const item_id = ["MLA100", "MLA101", "MLC300"][index % 3] ?? "";
    const { id } = await before.ask(`¿Hay ${index}?`, { as, item_id });
    (item_id === "MLC300" ? old : ofMla).push(id);
    if (item_id === "MLA100") onMla100.push(id);
  }
  await before.ask("¿Sigue?", { item_id: "MLA101" });
  await questionsRpc(before.deps).itemClosed({ item_id: "MLA107" });
});

interface Page {
  total: number;
  questions: { id: number; status: string }[];
  scroll_id?: string | null;
}
const search = async (text: string, as = seller, { http } = one) =>
  (await http.get(`/questions/search?${text}&api_version=4`, { as })).json<Page>();
const idsOf = ({ questions }: Page) => questions.map(({ id }) => id);

/** Work that began before the split, and where it was done until that had ended. */
let late: Promise<void> | undefined;
const ended = Promise.withResolvers<void>();
const lateTo: string[] = [];

const batchSize = 6;
const split = heldSplit({ ...site, to: mla.url, batchSize });

it("a site that is prepared is used at home as before", async () => {
  const { id } = await one.ask("¿Cuál?", { item_id: "MLA105" });
  expect(id).toBeLessThan(500_000_000_000);
  expect((await two.http.get(`/questions/${id}`, { as: buyer })).status).toBe(200);
  expect((await search("item=MLA105", seller, two)).total).toBe(1);
  ofMla.push(id);
});

describe("when a split begins", () => {
  /** How many of MLA's questions a reader finds in all databases who began before it. */
  let crossing: Promise<number[]> | undefined;

  beforeAll(async () => {
    late = one.deps.sites?.on("MLA", async ({ db }) => {
      lateTo.push(db === one.deps.db ? "home" : "site");
      await ended.promise;
      await db.query("INSERT INTO closed_items VALUES ('MLA199')");
    });
    const halfWay = split.until(2 * batchSize);
    let calls = 0;
    crossing = one.deps.sites?.fanOut(async ({ db }) => {
      calls += 1;
      if (calls === 1) await halfWay;
      return (await db.query<object>("SELECT 1 AS one FROM questions WHERE site_id = 'MLA'")).length;
    });
    await halfWay;
  });

  it("a read that began before misses no row that has left home meanwhile", async () => {
    const found = (await crossing) ?? [];
    expect(found.reduce((sum, count) => sum + count, 0)).toBe(ofMla.length + 2);
  });

  it.each([undefined, "MLA"])("home is read before the site's database (%s)", async (siteId) => {
    const order: string[] = [];
    await one.deps.sites?.fanOut(async ({ db }) => {
      const name = db === one.deps.db ? "home" : "site";
      order.push(`${name} begins`);
      await db.query("SELECT pg_sleep(0.05) IS NULL AS slept");
      order.push(`${name} ends`);
    }, siteId);
    // Where the placement changed meanwhile all are read once more.
    expect(order.slice(-4)).toEqual(["home begins", "home ends", "site begins", "site ends"]);
  });
});

describe.each(["on its way", "done"])("when a split is %s", (stage) => {
  const isDone = stage === "done";

  beforeAll(async () => {
    if (isDone) await split.toEnd();
  });

  it("its rows are where they are to be", async () => {
    const atHome = await query<{ n: number }>(
      home.url,
      "SELECT count(*)::int AS n FROM questions WHERE site_id = 'MLA'",
    );
    expect(atHome[0]?.n).toBe(isDone ? 0 : ofMla.length + 2 - 2 * batchSize);
  });

  it("each question is found by its id", async () => {
    for (const id of [...old, ...ofMla]) {
      const answer = await two.http.get(`/questions/${id}?api_version=4`, { as: seller });
      expect([answer.status, answer.json<{ id: number }>().id]).toEqual([200, id]);
    }
    for (const id of [499_999_999_999, 4_000_000_000_000_000])
      expect((await one.http.get(`/questions/${id}`, { as: buyer })).status).toBe(404);
  });

  it("new questions are asked in the site's database and found with the others", async () => {
    const count = await countRows(mla.url, "questions");
    const { id } = await one.ask("¿Nueva?", { item_id: "MLA100" });
    expect(id).toBeGreaterThan(500_000_000_000);
    expect(await countRows(mla.url, "questions")).toBe(count + 1);
    const page = await search("item=MLA100&limit=50", seller, two);
    expect(page.total).toBe(page.questions.length);
    expect(idsOf(page)).toContain(id);
    expect(idsOf(page)).toEqual(expect.arrayContaining(onMla100));
    expect((await one.ask("¿Y aquí?", { item_id: "MLC300" })).id).toBeLessThan(500_000_000_000);
  });

  it("of an asker's questions on an item one is the first", async () => {
    // The asker asked about it at home.
    await two.ask("¿Otra vez?", { as: asCaller({ userId: 3_000_000_100, roles: ["buyer"] }) });
    await one.ask("¿Y ahora?", { item_id: isDone ? "MLA105" : "MLA101" });
    const firsts = await Promise.all(
      [home, mla].map(({ url }) =>
        query<{ key: string }>(
          url,
          "SELECT item_id || ':' || asker_id AS key FROM questions WHERE first_on_item",
        ),
      ),
    );
    const keys = firsts.flat().map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("questions are answered, reviewed, hidden and deleted by their ids", async () => {
    // One that left home with the first batch, and one that is still there when the split is on its way.
    const some = isDone ? [ofMla[3], ofMla[13]] : [ofMla[1], ofMla[15]];
    const more = isDone ? [ofMla[5], ofMla[11]] : [ofMla[2], ofMla[16]];
    for (const question_id of some) {
      const body = { question_id, text: "Sí" };
      expect((await one.http.post("/answers", { as: seller, body })).status).toBe(200);
      expect((await two.http.post("/answers", { as: seller, body })).status).toBe(400);
      const ban = { as: operator, body: { decision: "ban" } };
      expect((await two.http.post(`/questions/${question_id}/review`, ban)).status).toBe(200);
    }
    const hidden = { as: seller, body: { question_ids: more } };
    expect((await two.http.post("/my/questions/hidden", hidden)).status).toBe(200);
    for (const id of more) {
      expect((await one.http.delete(`/questions/${id}`, { as: buyer })).status).toBe(404);
      expect((await one.http.delete(`/questions/${id}`, { as: seller })).status).toBe(200);
    }
  });

  it("a search over all has each question once, in order, and their total", async () => {
    const total = (await countRows(home.url, "questions")) + (await countRows(mla.url, "questions"));
    const pages: number[] = [];
    for (let offset = 0; offset < total; offset += 7) {
      const page = await search(`seller=3000000001&limit=7&offset=${offset}`, operator);
      expect(page.total).toBe(total);
      pages.push(...idsOf(page));
    }
    expect(new Set(pages).size).toBe(total);
    const scanned: number[] = [];
    let next: string | null | undefined = "";
    for (let round = 0; typeof next === "string" && round < 50; round++) {
      const scroll = next && `&scroll_id=${encodeURIComponent(next)}`;
      const page: Page = await search(`seller=3000000001&search_type=scan&limit=5${scroll}`, operator, two);
      scanned.push(...idsOf(page));
      next = page.scroll_id;
    }
    expect(scanned).toEqual([...pages].sort((a, b) => a - b));
  });

  it("an Idempotency-Key from before the split gives the stored answer", async () => {
    const again = await two.http.post("/questions", keyed);
    expect([again.status, again.json()]).toEqual([201, kept]);
    const body = { item_id: "MLA108", text: "¿Otra?" };
    expect((await one.http.post("/questions", { ...keyed, body })).status).toBe(409);
    expect((await one.http.post("/questions", keyed)).status).toBe(201);
  });

  it("what was closed at home is closed", async () => {
    const body = { item_id: "MLA107", text: "¿Hay?" };
    expect((await two.http.post("/questions", { as: otherBuyer, body })).status).toBe(400);
  });

  it("an item is closed with its questions of both databases", async () => {
    const item_id = isDone ? "MLA100" : "MLA101";
    const open = (await search(`item=${item_id}&status=UNANSWERED`)).total;
    expect(open).toBeGreaterThan(3);
    expect(await questionsRpc(two.deps).itemClosed({ item_id })).toEqual({ closed: open });
    expect((await search(`item=${item_id}&status=UNANSWERED`)).total).toBe(0);
    const body = { item_id, text: "¿Hay?" };
    expect((await one.http.post("/questions", { as: otherBuyer, body })).status).toBe(400);
  });

  it("a process that does not know it writes nothing at home", async () => {
    const count = await countRows(home.url, "questions");
    const body = { item_id: "MLA105", text: "¿Hay?" };
    expect((await before.http.post("/questions", { as: buyer, body })).status).toBe(500);
    expect(await countRows(home.url, "questions")).toBe(count);
  });
});

it("work that began at home before the split, and writes after it, is done in the site's database", async () => {
  expect(lateTo).toEqual(["home"]);
  ended.resolve();
  await late;
  expect(lateTo).toEqual(["home", "site"]);
  const found = "SELECT FROM closed_items WHERE item_id = 'MLA199'";
  expect([await query(home.url, found), await query(mla.url, found)]).toEqual([[], [{}]]);
});
