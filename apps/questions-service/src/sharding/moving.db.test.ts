import { moveSite, prepareShard } from "@marketplace/database";
import { query, startMovableDatabases } from "@marketplace/database/testing";
import { underLoad } from "@marketplace/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startJobs } from "../jobs.ts";
import { buyer, otherBuyer, questionsService, seller } from "../service.fixture.ts";

const databases = await startMovableDatabases("questions");
// Before the services' own, so that it runs after them: their connections end first.
afterAll(() => databases.stop());
const from = databases.siteUrl;
const to = await databases.newUrl();
const shards = new Map([["MLA", [from, to]]]);
const site = { service: "questions", homeUrl: databases.homeUrl, siteId: "MLA" } as const;
await prepareShard({ ...site, urls: [from, to] });

const services = [
  await questionsService({ url: databases.homeUrl, shards }, { QUESTION_MODERATION: "off" }),
  await questionsService({ url: databases.homeUrl, shards }, { QUESTION_MODERATION: "off" }),
];
/** Events by their id, and what each is about: one may be delivered more than once, but not be made twice. */
const events = new Map<string, string>();
const jobs: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  for (const { meanwhile, deps } of services) {
    meanwhile.published = (batch) => {
      for (const { id, resource } of batch) events.set(id, resource);
    };
    jobs.push(await startJobs(deps));
  }
  // What a copy takes some time for.
  await query(
    from,
    `INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle, first_on_item,
       period, created_at, updated_at)
     SELECT 'MLA' || n % 90, 'MLA', 1, n, 3, 'UNANSWERED', repeat('text ', 30), false, true, 0, now(), now()
     FROM generate_series(1, 20000) AS n`,
  );
});

afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
});

interface Seen {
  asked: Map<number, string>;
  answered: Set<number>;
  refused: number[];
  latest: number;
  longestPause: number;
}

/** Asks and answers one after the other until told to stop, and records what was acknowledged. */
async function client(name: string, seen: Seen, running: () => boolean): Promise<void> {
  for (let round = 0; running() && round < 100_000; round++) {
    const { http } = services[round % 2] ?? services[0] ?? expect.fail();
    const text = `${name} ${round}`;
    const body = { item_id: ["MLA100", "MLA105", "MLA106", "MLC300"][round % 4], text };
    const headers = { "idempotency-key": `${name}-${round}` };
    const ask = await http.post("/questions", { as: round % 3 ? buyer : otherBuyer, body, headers });
    if (ask.status !== 201) seen.refused.push(ask.status);
    else {
      const { id } = ask.json<{ id: number }>();
      seen.asked.set(id, text);
      if (round % 4 !== 3) {
        seen.longestPause = Math.max(seen.longestPause, performance.now() - seen.latest);
        seen.latest = performance.now();
      }
      const answer = await http.post("/answers", { as: seller, body: { question_id: id, text: "Sí" } });
      if (answer.status === 200) seen.answered.add(id);
      else seen.refused.push(answer.status);
      // The asker reads their own write, wherever it is by now.
      const read = await http.get(`/questions/${id}`, { as: buyer });
      if (read.json<{ status: string }>().status !== "ANSWERED") seen.refused.push(read.status);
    }
  }
}

it("loses nothing and makes nothing twice while a site moves under load", async () => {
  const seen: Seen = {
    asked: new Map(),
    answered: new Set(),
    refused: [],
    latest: performance.now(),
    longestPause: 0,
  };
  const reached = (count: number) =>
    expect.poll(() => seen.asked.size, { timeout: 150_000 }).toBeGreaterThan(count);
  const moved = await underLoad(
    (running) => Array.from({ length: 8 }, (_, index) => client(`client-${index}`, seen, running)),
    async () => {
      await reached(100);
      const result = await moveSite({ ...site, from, to });
      await reached(seen.asked.size + 100);
      return result;
    },
  );

  const texts = (url: string) =>
    query<{ id: number; text: string; status: string; answer_text: string | null }>(
      url,
      "SELECT id::float8 AS id, text, status, answer_text FROM questions WHERE text LIKE 'client-%'",
    );
  const stored = (await Promise.all([texts(to), texts(databases.homeUrl)])).flat();
  const byId = new Map(stored.map((row) => [row.id, row]));
  const lost = [...seen.asked].filter(([id, text]) => byId.get(id)?.text !== text);
  const lostAnswers = [...seen.answered].filter((id) => byId.get(id)?.answer_text !== "Sí");
  const duplicated = stored.length - new Set(stored.map(({ text }) => text)).size;
  process.stdout.write(
    `${JSON.stringify({
      acknowledged: seen.asked.size + seen.answered.size,
      refused: seen.refused.length,
      lost: lost.length + lostAnswers.length,
      duplicated,
      unavailableSeconds: Number(moved.secondsWithoutWrites.toFixed(2)),
      longestPauseOfClientsSeconds: Number((seen.longestPause / 1_000).toFixed(2)),
    })}\n`,
  );
  expect({ lost, lostAnswers, duplicated, refused: seen.refused }).toEqual({
    lost: [],
    lostAnswers: [],
    duplicated: 0,
    refused: [],
  });
  expect(stored.length).toBe(seen.asked.size);
  // One event for each question and each answer: none lost in the old outbox, none made twice.
  await expect.poll(() => events.size).toBe(seen.asked.size + seen.answered.size);
  const moves = await query<{ n: number }>(
    to,
    "SELECT count(*)::int AS n FROM questions WHERE text LIKE 'text %'",
  );
  expect(moves).toEqual([{ n: 20_000 }]);
  const counts = await query(
    to,
    `SELECT scope FROM question_counts WHERE scope LIKE 'item:%' GROUP BY scope
     HAVING sum(count) <> (SELECT count(*) FROM questions WHERE item_id = substr(scope, 6))`,
  );
  expect(counts).toEqual([]);
}, 400_000);
