import { prepareShard, splitSite } from "@marketplace/database";
import { query } from "@marketplace/database/testing";
import { underLoad } from "@marketplace/testkit";
import { testDatabase } from "@marketplace/testkit/postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startJobs } from "../jobs.ts";
import { questionsRpc } from "../rpc.ts";
import { buyer, operator, otherBuyer, questionsService, seller } from "../service.fixture.ts";

// The servers themselves: a split holds sessions, which a pooler shares.
const home = { url: (await testDatabase("questions")).directUrl };
const mla = { url: (await testDatabase("questions")).directUrl };
const shards = new Map([["MLA", [mla.url]]]);
/** What is at home before: on items that clients ask about, and on two that they only read and close. */
const seeded = { used: 2_400, read: 600, closed: 300 };
const seed = (item: string, count: number) =>
  query(
    home.url,
    `INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle, first_on_item,
       period, created_at, updated_at)
     SELECT ${item}, 'MLA', 3000000001, 4000000000 + n, 3, 'UNANSWERED', repeat('text ', 30), false, true, 0,
       '2026-03-01', '2026-03-01' FROM generate_series(1, $1::int) AS n RETURNING id::float8`,
    [count],
  );
const old = (await seed("'MLA' || 100 + n % 2", seeded.used)) as { id: number }[];
await seed("'MLA900'", seeded.read);
await seed("'MLA901'", seeded.closed);
await prepareShard({ service: "questions", homeUrl: home.url, siteId: "MLA", urls: [mla.url] });

const services = [
  await questionsService({ url: home.url, shards }, { QUESTION_MODERATION: "off" }),
  await questionsService({ url: home.url, shards }, { QUESTION_MODERATION: "off" }),
];
const [one] = services;
if (!one) throw new Error("two services were started");
const batchSize = 60;
/** Events by their id: one may be delivered more than once, but not be made twice. */
const events = new Set<string>();
const jobs: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  for (const { meanwhile, deps } of services) {
    meanwhile.published = (batch) => {
      for (const { id } of batch) events.add(id);
    };
    jobs.push(await startJobs(deps));
  }
});

afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
});

interface Seen {
  asked: Map<number, string>;
  answered: Set<number>;
  /** What should not have been answered so. */
  wrong: string[];
  longestMs: number;
  longestOthersMs: number;
}

interface Page {
  total: number;
  questions: { id: number }[];
}

/** Asks, answers, reads and searches until told to stop. */
async function client(index: number, seen: Seen, running: () => boolean): Promise<void> {
  const wrong = (what: string, status: number) => void seen.wrong.push(`${what}: ${status}`);
  for (let round = 0; running() && round < 100_000; round++) {
    const { http } = services[round % 2] ?? one ?? expect.fail();
    const other = services[(round + 1) % 2] ?? one ?? expect.fail();
    const item_id = ["MLA100", "MLA105", "MLC300", "MLA106"][round % 4] ?? "";
    const text = `client-${index} ${round}`;
    const headers = { "idempotency-key": `client-${index}-${round}` };
    const began = performance.now();
    const ask = await http.post("/questions", {
      as: round % 3 ? buyer : otherBuyer,
      body: { item_id, text },
      headers,
    });
    seen.longestMs = Math.max(seen.longestMs, performance.now() - began);
    if (ask.status !== 201) wrong("ask", ask.status);
    else {
      const { id } = ask.json<{ id: number }>();
      seen.asked.set(id, text);
      const found = await other.http.get(`/questions/search?item=${item_id}&limit=50&api_version=4`, {
        as: seller,
      });
      if (!found.json<Page>().questions.some((each) => each.id === id)) wrong(`found ${id}`, found.status);
    }
    const { id = 0 } = old[(index * 977 + round * 7) % old.length] ?? {};
    const since = performance.now();
    if (!seen.answered.has(id)) {
      seen.answered.add(id);
      const body = { question_id: id, text: "Sí" };
      const answer = await http.post("/answers", { as: seller, body });
      if (answer.status !== 200) wrong(`answer ${id}`, answer.status);
      const read = await other.http.get(`/questions/${id}`, { as: buyer });
      if (read.json<{ status: string }>().status !== "ANSWERED") wrong(`read ${id}`, read.status);
    }
    const page = await other.http.get(
      `/questions/search?item=MLA900&limit=50&offset=${(round * 50) % seeded.read}&api_version=4`,
      { as: seller },
    );
    seen.longestOthersMs = Math.max(seen.longestOthersMs, performance.now() - since);
    const { total, questions } = page.json<Page>();
    // Home is read first: what moves before the site is read is counted twice, and never missed.
    if (total < seeded.read) wrong("total", total);
    if (new Set(questions.map((each) => each.id)).size !== 50) wrong("page", questions.length);
  }
}

it("loses nothing and makes nothing twice while a site is split off under load", async () => {
  const seen: Seen = { asked: new Map(), answered: new Set(), wrong: [], longestMs: 0, longestOthersMs: 0 };
  const reached = (count: number) =>
    expect.poll(() => seen.asked.size, { timeout: 150_000 }).toBeGreaterThan(count);
  const work = async () => {
    await reached(30);
    let closing: Promise<{ closed: number } | { reason: unknown }> | undefined;
    const result = await splitSite({
      service: "questions",
      homeUrl: home.url,
      siteId: "MLA",
      to: mla.url,
      batchSize,
      async moved(count) {
        // While rows of that item are on their way, the last of all.
        if (count > seeded.used + seeded.read)
          closing ??= questionsRpc(one.deps)
            .itemClosed({ item_id: "MLA901" })
            .catch((reason: unknown) => ({ reason }));
      },
    });
    await reached(seen.asked.size + 30);
    expect(await closing).toEqual({ closed: seeded.closed });
    return result;
  };
  const split = await underLoad(
    (running) => Array.from({ length: 6 }, (_, index) => client(index, seen, running)),
    work,
  );

  const rowsOf = (url: string) =>
    query<{ id: number; text: string; site_id: string; item_id: string; status: string }>(
      url,
      "SELECT id::float8 AS id, text, site_id, item_id, status FROM questions",
    );
  const [atHome = [], atSite = []] = await Promise.all([home.url, mla.url].map(rowsOf));
  expect(atHome.filter(({ site_id }) => site_id === "MLA")).toEqual([]);
  const byId = new Map([...atHome, ...atSite].map((row) => [row.id, row]));
  const lost = [...seen.asked].filter(([id, text]) => byId.get(id)?.text !== text);
  const lostAnswers = [...seen.answered].filter((id) => byId.get(id)?.status !== "ANSWERED");
  const expected = seeded.used + seeded.read + seeded.closed + seen.asked.size;
  const duplicated = atHome.length + atSite.length - expected;
  process.stdout.write(
    `${JSON.stringify({
      moved: split.rows,
      seconds: Number(split.seconds.toFixed(1)),
      acknowledged: seen.asked.size + seen.answered.size,
      wrong: seen.wrong.length,
      lost: lost.length + lostAnswers.length,
      duplicated,
      secondsWithoutNew: Number(split.secondsWithoutNew.toFixed(2)),
      longestAskSeconds: Number((seen.longestMs / 1_000).toFixed(2)),
      longestOtherSeconds: Number((seen.longestOthersMs / 1_000).toFixed(2)),
    })}\n`,
  );
  expect({ lost, lostAnswers, duplicated, wrong: seen.wrong }).toEqual({
    lost: [],
    lostAnswers: [],
    duplicated: 0,
    wrong: [],
  });
  const closed = atSite.filter(
    ({ item_id, status }) => item_id === "MLA901" && status === "CLOSED_UNANSWERED",
  );
  expect(closed.length).toBe(seeded.closed);
  // One event for each question, each answer and each that was closed.
  const changes = seen.asked.size + seen.answered.size + seeded.closed;
  await expect.poll(() => events.size).toBe(changes);
  const counters = `SELECT scope FROM question_counts WHERE scope LIKE 'item:%' GROUP BY scope
    HAVING sum(count) <> (SELECT count(*) FROM questions WHERE item_id = substr(scope, 6))`;
  expect([await query(home.url, counters), await query(mla.url, counters)]).toEqual([[], []]);
  const firsts = "SELECT item_id || ':' || asker_id AS key FROM questions WHERE first_on_item";
  const keys = (
    await Promise.all([home.url, mla.url].map((url) => query<{ key: string }>(url, firsts)))
  ).flat();
  expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
  const total = await one.http.get("/questions/search?seller=3000000001&limit=1&api_version=4", {
    as: operator,
  });
  expect(total.json<Page>().total).toBe(expected);
}, 400_000);
