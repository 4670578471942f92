import { idRangeOf, prepareShard } from "@marketplace/database";
import { countRows, query } from "@marketplace/database/testing";
import { outboxOf, statesOf } from "@marketplace/sharding";
import { asCaller } from "@marketplace/testkit";
import { testDatabase } from "@marketplace/testkit/postgres";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { dueWorkOf } from "../due.service.ts";
import { startJobs } from "../jobs.ts";
import { questionsRpc } from "../rpc.ts";
import { buyer, operator, otherBuyer, questionsService, seller } from "../service.fixture.ts";

const home = await testDatabase("questions");
const mla = await testDatabase("questions");
const shards = new Map([["MLA", [mla.url]]]);
await prepareShard({ service: "questions", homeUrl: home.url, siteId: "MLA", urls: [mla.url] });

// Two processes on the same databases; MLC is at home.
const one = await questionsService({ url: home.url, shards });
const two = await questionsService({ url: home.url, shards });
// A third process, on a home of its own, whose site MLB has a database that does not answer.
const lameHome = await testDatabase("questions");
const away = "postgresql://nobody:nothing@127.0.0.1:1/away";
await query(lameHome.url, "INSERT INTO site_placements VALUES ('MLB', '127.0.0.1:1/away')");
const lame = await questionsService({ url: lameHome.url, shards: new Map([["MLB", [away]]]) });
const idOfAway = idRangeOf("MLB").first;

const uninformed = await questionsService({ url: home.url });

const search = async (text: string, as = seller, { http } = one) => {
  const answer = await http.get(`/questions/search?${text}&api_version=4`, { as });
  return answer.json<{ total: number; questions: { id: number; item_id: string }[]; scroll_id?: string }>();
};
const idsOf = ({ questions }: { questions: { id: number }[] }) => questions.map(({ id }) => id);

const sellerId = 3_000_000_001;
const otherBuyerId = 3_000_000_004;
const asked: number[] = [];

beforeAll(async () => {
  for (const [index, item_id] of ["MLA100", "MLC300", "MLA101", "MLC301", "MLA100", "MLC300"].entries()) {
    one.clock.advance(60_000);
    const { id } = await one.ask(`¿Hay ${index}?`, { as: index % 2 ? buyer : otherBuyer, item_id });
    asked.push(id);
  }
});

describe("a question", () => {
  it("is stored in its site's database alone, with an id that says the site", async () => {
    expect([await countRows(mla.url, "questions"), await countRows(home.url, "questions")]).toEqual([3, 3]);
    const siteIds = "SELECT DISTINCT site_id FROM questions";
    expect([await query(mla.url, siteIds), await query(home.url, siteIds)]).toEqual([
      [{ site_id: "MLA" }],
      [{ site_id: "MLC" }],
    ]);
    expect(asked.map((id) => id > 500_000_000_000)).toEqual([true, false, true, false, true, false]);
  });

  it("is read, answered, reviewed and deleted where it is, by its id", async () => {
    for (const item_id of ["MLA105", "MLC300"]) {
      const [first, second] = [await one.ask("¿Color?", { item_id }), await one.ask("¿Talle?", { item_id })];
      const body = { question_id: first.id, text: "Sí" };
      expect((await two.http.post("/answers", { as: seller, body })).status).toBe(200);
      const answer = await one.http.get(`/questions/${first.id}?api_version=4`, { as: buyer });
      expect(answer.json()).toMatchObject({ id: first.id, status: "ANSWERED" });
      const review = { as: operator, body: { decision: "ban" } };
      expect((await one.http.post(`/questions/${first.id}/review`, review)).status).toBe(200);
      expect((await two.http.delete(`/questions/${second.id}`, { as: buyer })).status).toBe(200);
    }
    expect((await one.http.get("/questions/500000000000123", { as: buyer })).status).toBe(404);
  });

  it("cannot be stored at home by a process that does not know the database of the site", async () => {
    const before = await countRows(home.url, "questions");
    const body = { item_id: "MLA100", text: "¿Hay?" };
    expect((await uninformed.http.post("/questions", { as: buyer, body })).status).toBe(500);
    expect(await countRows(home.url, "questions")).toBe(before);
  });
});

it("ids are unique when processes ask at all sites at once", async () => {
  const items = ["MLA106", "MLC301"];
  const asks = Array.from({ length: 80 }, (_, index) =>
    (index % 4 < 2 ? one : two).ask(`¿Número ${index}?`, { as: otherBuyer, item_id: items[index % 2] ?? "" }),
  );
  const ids = (await Promise.all(asks)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(80);
});

describe("a search over all sites", () => {
  it("has the total of all, and pages that follow each other in the order of one database", async () => {
    const all = await search("limit=50");
    expect(all.total).toBe(
      (await countRows(mla.url, "questions")) + (await countRows(home.url, "questions")),
    );
    for (const sort of [
      "",
      "&sort_fields=item_id,date_created&sort_types=DESC,ASC",
      "&sort_fields=from_id",
    ]) {
      const pages: number[] = [];
      for (let offset = 0; offset < all.total; offset += 7)
        pages.push(...idsOf(await search(`limit=7&offset=${offset}${sort}`)));
      expect(new Set(pages).size).toBe(all.total);
      const [rows, more] = await Promise.all([mla.url, home.url].map((url) => sorted(url)));
      if (sort.includes("item_id"))
        expect(pages).toEqual(
          [...(rows ?? []), ...(more ?? [])]
            .sort((a, b) =>
              a.item_id < b.item_id ? 1 : a.item_id > b.item_id ? -1 : a.at - b.at || a.id - b.id,
            )
            .map(({ id }) => id),
        );
    }
  });

  it("scans every question once, on after an empty block too", async () => {
    const seen: number[] = [];
    let next: string | undefined = "";
    for (let round = 0; next !== undefined && round < 50; round++) {
      const page = await search(
        `search_type=scan&limit=${round === 1 ? 0 : 9}${next && `&scroll_id=${encodeURIComponent(next)}`}`,
      );
      seen.push(...idsOf(page));
      next = page.scroll_id ?? undefined;
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.length).toBe((await search("limit=1")).total);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("counts only what others may see", async () => {
    const [hidden = 0, atHome = 0] = asked;
    const body = { question_ids: [hidden, atHome] };
    const before = (await search(`seller=${sellerId}&limit=1`, operator)).total;
    const stranger = asCaller({ userId: 3_000_000_008 });
    const seen = (await search(`seller=${sellerId}&limit=1`, stranger)).total;
    expect((await one.http.post("/my/questions/hidden", { as: seller, body })).status).toBe(200);
    expect((await search(`seller=${sellerId}&limit=1`, operator)).total).toBe(before);
    expect((await search(`seller=${sellerId}&limit=1`, stranger)).total).toBe(seen - 2);
  });

  it("of one item asks its site alone", async () => {
    const page = await search("item=MLC300&limit=50");
    expect(page.questions.every(({ item_id }) => item_id === "MLC300")).toBe(true);
    expect(page.total).toBe(page.questions.length);
  });
});

it("a response time is of all sites", async () => {
  const total = await one.http.get(`/users/${sellerId}/questions/response_time/history?days=2`, {
    as: buyer,
  });
  const [today] = total.json<{ days: { questions: number }[] }>().days.slice(-1);
  const firsts =
    "SELECT count(*)::int AS n FROM questions WHERE first_on_item AND status NOT IN ('DELETED', 'BANNED')";
  const counts = await Promise.all([mla.url, home.url].map((url) => query<{ n: number }>(url, firsts)));
  expect(today?.questions).toBe(counts.flat().reduce((sum, { n }) => sum + n, 0));
});

it("a block counts at all sites from the moment it is answered", async () => {
  const path = `/users/${sellerId}/questions_blacklist`;
  await one.http.post(path, { as: seller, body: { user_id: otherBuyerId } });
  for (const item_id of ["MLA107", "MLC300"]) {
    const body = { item_id, text: "¿Hay?" };
    expect((await two.http.post("/questions", { as: otherBuyer, body })).status).toBe(403);
  }
  await one.http.delete(`${path}/${otherBuyerId}`, { as: seller });
});

describe("an Idempotency-Key", () => {
  const post = (key: string, item_id: string, service = one) =>
    service.http.post("/questions", {
      as: buyer,
      body: { item_id, text: "¿Una vez?" },
      headers: { "idempotency-key": key },
    });

  it("makes one question at its site, of requests to two processes", async () => {
    const answers = await Promise.all([post("a", "MLA108"), post("a", "MLA108", two), post("a", "MLA108")]);
    expect(new Set(answers.map((answer) => answer.json<{ id: number }>().id)).size).toBe(1);
  });

  it("is a conflict with another site's item", async () => {
    const answers = await Promise.all([post("b", "MLA108"), post("b", "MLC301", two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await post("a", "MLC301")).status).toBe(409);
  });

  it("is free again when its request was refused", async () => {
    expect((await post("c", "MLA103")).status).toBe(400);
    expect((await post("c", "MLC301")).status).toBe(201);
  });
});

it("closing an item closes its questions at its site", async () => {
  const { id } = await one.ask("¿Sigue?", { item_id: "MLA101" });
  await questionsRpc(one.deps).itemClosed({ item_id: "MLA101" });
  const answer = await two.http.get(`/questions/${id}`, { as: buyer });
  expect(answer.json()).toMatchObject({ status: "CLOSED_UNANSWERED" });
});

it("the outbox of each database is relayed, and they are counted together", async () => {
  const waiting = async () => (await questionsRpc(one.deps).vitals({})).outbox?.waiting;
  expect(await waiting()).toBeGreaterThan(100);
  // Metrics tell of each by itself.
  const ofSites = () => statesOf(one.deps.sites?.opened() ?? new Map());
  expect([...ofSites().keys()]).toEqual(["MLA"]);
  const atSite = (await ofSites().get("MLA")?.outbox())?.count ?? 0;
  const atHome = (await outboxOf(one.deps)).count;
  expect(Math.min(atSite, atHome)).toBeGreaterThan(0);
  expect(atSite + atHome).toBe(await waiting());
  const jobs = await startJobs(one.deps);
  await expect.poll(waiting).toBe(0);
  await jobs.stop();
});

it("what waits in the outbox of each database is published by the clock of a sandbox too", async () => {
  const asked = await Promise.all([
    one.ask("¿Hay aquí?", { item_id: "MLA105" }),
    one.ask("¿Hay en casa?", { item_id: "MLC301" }),
  ]);
  const published = new Set<string>();
  one.meanwhile.published = (events) => {
    for (const { resource } of events) published.add(resource);
  };
  await dueWorkOf(one.deps).run();
  for (const { id } of asked) expect(published).toContain(`/questions/${id}`);
});

it("idempotency keys of each database are deleted within an hour of their end", async () => {
  for (const item_id of ["MLA100", "MLC300"]) {
    const body = { item_id, text: "¿Una vez?" };
    await one.http.post("/questions", { as: buyer, body, headers: { "idempotency-key": "once" } });
  }
  const keys = () =>
    Promise.all([mla.url, home.url].map((url) => countRows(url, "idempotency_keys", "key = 'once'")));
  const anHourOfJobs = async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const jobs = await startJobs(one.deps);
      vi.advanceTimersByTime(3_600_000);
      await jobs.stop();
    } finally {
      vi.useRealTimers();
    }
  };
  await anHourOfJobs();
  expect(await keys()).toEqual([1, 1]);
  one.clock.advance(25 * 3_600_000);
  await anHourOfJobs();
  expect(await keys()).toEqual([0, 0]);
});

describe("while the database of another site is away", () => {
  it("searches over all are 503, and everything else of a site goes on", async () => {
    expect((await lame.http.get("/questions/search?api_version=4", { as: seller })).status).toBe(503);
    expect((await lame.http.get("/questions/search?item=MLC300&api_version=4", { as: seller })).status).toBe(
      200,
    );
    const { id } = await lame.ask("¿Hay?", { item_id: "MLC301" });
    expect((await lame.http.get(`/questions/${id}?api_version=4`, { as: buyer })).status).toBe(200);
    const body = { question_id: id, text: "Sí" };
    expect((await lame.http.post("/answers", { as: seller, body })).status).toBe(200);
    expect((await lame.http.get(`/questions/${idOfAway}`, { as: buyer })).status).toBe(503);
    expect((await lame.http.get("/readyz")).status).toBe(200);
  });
});

async function sorted(url: string) {
  const rows = await query<{ id: string; item_id: string; created_at: Date }>(
    url,
    "SELECT id, item_id, created_at FROM questions",
  );
  return rows.map(({ id, item_id, created_at }) => ({ id: Number(id), item_id, at: created_at.getTime() }));
}
