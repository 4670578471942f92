import { inRequestScope } from "@marketplace/conventions";
import { asAnotherRequest } from "@marketplace/testkit/postgres";
import { expect, it } from "vitest";
import { questionsService } from "../service.fixture.ts";
import type { NewQuestion } from "./ask.sql.ts";
import { closeItem } from "./questions.service.ts";
import type { Question } from "./questions.sql.ts";

// A transaction of a test, two that wait for it, and one that must not.
const { db, deps, someoneWaits } = await questionsService(undefined, { DATABASE_POOL_SIZE: "4" });
const sellerId = 5_000_000_001;

const question = (itemId: string, askerId: number, more: Partial<NewQuestion> = {}): NewQuestion => ({
  itemId,
  siteId: "MLA",
  sellerId,
  askerId,
  applicationId: 1,
  status: "UNANSWERED",
  heldStatus: null,
  text: `¿Hay stock? ${askerId}`,
  hold: false,
  suspectedSpam: false,
  vehicle: false,
  period: 2,
  askedAt: new Date("2026-03-10T15:00:00.123Z"),
  ...more,
});

const held = { status: "UNDER_REVIEW", heldStatus: "UNANSWERED", hold: true, suspectedSpam: true } as const;

function idOf(asked: Question | "closed" | "blocked"): number {
  if (typeof asked === "string") throw new Error(`it was refused: ${asked}`);
  return asked.id;
}

it("questions asked at once are stored or refused one by one, with few commits", async () => {
  await closeItem(deps, "MLA9001");
  await db.pool.query("INSERT INTO blocked_askers (seller_id, user_id, blocked_at) VALUES ($1, 13, now())", [
    sellerId,
  ]);
  const asked = await Promise.all([
    ...Array.from({ length: 30 }, (_, index) =>
      inRequestScope({ requestId: `request-${index}` }, () =>
        deps.questions.ask(question(`MLA900${2 + (index % 3)}`, 100 + index)),
      ),
    ),
    deps.questions.ask(question("MLA9001", 200)),
    deps.questions.ask(question("MLA9002", 13)),
    deps.questions.ask(question("MLA9002", 201, held)),
  ]);
  expect(asked.slice(30, 32)).toEqual(["closed", "blocked"]);
  const stored = [...asked.slice(0, 30), ...asked.slice(32)].map(idOf);
  const { rows } = await db.pool.query<{ id: number; asker_id: number; transaction: string }>(
    "SELECT id, asker_id, xmin::text AS transaction FROM questions WHERE seller_id = $1 ORDER BY asker_id",
    [sellerId],
  );
  expect(rows.map(({ id, asker_id }) => [id, asker_id])).toEqual(
    stored.map((id, index) => [id, index < 30 ? 100 + index : 201]),
  );
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThan(6);
  const events = await db.pool.query<{ resource: string; request_id: string }>(
    "SELECT resource, request_id FROM outbox_events WHERE user_id = $1",
    [sellerId],
  );
  expect(events.rows.map(({ resource, request_id }) => [resource, request_id]).sort()).toEqual(
    stored
      .slice(0, 30)
      .map((id, index) => [`/questions/${id}`, `request-${index}`])
      .sort(),
  );
});

it("of a buyer's questions on an item that are asked at once, one is the first", async () => {
  const asked = await Promise.all(
    Array.from({ length: 20 }, () => deps.questions.ask(question("MLA9010", 300))),
  );
  expect(new Set(asked.map(idOf)).size).toBe(20);
  const { rows } = await db.pool.query("SELECT FROM questions WHERE item_id = 'MLA9010' AND first_on_item");
  expect(rows).toHaveLength(1);
});

it("a question about an item that is being closed waits alone", async () => {
  const waiting = await deps.transaction(async () => {
    await closeItem(deps, "MLA9020");
    const { refused, others } = asAnotherRequest(() => ({
      refused: deps.questions.ask(question("MLA9020", 400)),
      // One of them about the closed item: a pooler of four connections has one left beside two that wait and
      // this transaction.
      others: Array.from({ length: 10 }, (_, index) =>
        deps.questions.ask(question(index === 0 ? "MLA9020" : "MLA9021", 401 + index)),
      ),
    }));
    await Promise.all([...others.slice(1), someoneWaits()]);
    return { all: Promise.all([refused, ...others]) };
  });
  const asked = await waiting.all;
  expect(asked.filter((each) => each === "closed")).toHaveLength(2);
  expect(asked.filter((each) => typeof each !== "string")).toHaveLength(9);
});
