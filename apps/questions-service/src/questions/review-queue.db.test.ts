import { expectProblem } from "@marketplace/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { buyer, operator, questionsService, seller } from "../service.fixture.ts";

const { http, clock, ask, db, recordedEvents } = await questionsService();
const spam = "escribime a ana@correo.com";
const review = (id: number, decision: string) =>
  http.post(`/questions/${id}/review`, { as: operator, body: { decision } });

interface Found {
  total: number;
  questions: { id: number; seller_id: number }[];
  filters: object;
  scroll_id?: string | null;
}
const search = async (query: string, as = operator): Promise<Found> =>
  (await http.get(`/questions/search?${query}`, { as })).json();
const idsOf = ({ questions }: Found) => questions.map(({ id }) => id);

/** In the order in which they were asked, of two sellers. */
const held: number[] = [];
beforeAll(async () => {
  await ask();
  for (const item_id of ["MLA100", "MLA200", "MLA100"]) {
    clock.advance(1_000);
    held.push((await ask(spam, { item_id })).id);
  }
});

describe("the queue of questions under review", () => {
  it("is that of all sellers to an operator, the oldest first", async () => {
    const queue = await search("status=UNDER_REVIEW");
    expect(queue.total).toBe(3);
    expect(idsOf(queue)).toEqual(held);
    expect(new Set(queue.questions.map(({ seller_id }) => seller_id)).size).toBe(2);
    expect(queue.filters).not.toHaveProperty("seller");
    expect(idsOf(await search("status=under_review&limit=1&offset=1"))).toEqual(held.slice(1, 2));
    expect(idsOf(await search("status=UNDER_REVIEW&sort_types=DESC"))).toEqual(held.toReversed());
  });

  it("can be scanned, and narrowed to an item, a seller or an asker", async () => {
    const first = await search("status=UNDER_REVIEW&search_type=scan&limit=2");
    const rest = await search(`status=UNDER_REVIEW&search_type=scan&limit=2&scroll_id=${first.scroll_id}`);
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(held);
    expect((await search("status=UNDER_REVIEW&item=MLA200")).total).toBe(1);
    expect(
      (await search(`status=UNDER_REVIEW&from=${buyer.kind === "caller" ? buyer.caller.userId : 0}`)).total,
    ).toBe(3);
    expect((await search(`status=UNDER_REVIEW&seller_id=77`)).total).toBe(0);
  });

  it("is what the caller received, to others and at another path or status", async () => {
    expect((await search("status=UNDER_REVIEW", seller)).total).toBe(2);
    expect((await search("status=UNDER_REVIEW", buyer)).total).toBe(0);
    expect((await search("status=UNANSWERED")).total).toBe(0);
    expect((await search("")).total).toBe(0);
    const received = await http.get("/my/received_questions/search?status=UNDER_REVIEW", { as: operator });
    expect(received.json()).toMatchObject({ total: 0 });
  });

  it("is read by the index of what waits", async () => {
    const { rows } = await db.pool
      .query<{ "QUERY PLAN": string }>(
        `SET enable_seqscan = off;
       EXPLAIN SELECT id FROM questions WHERE status = 'UNDER_REVIEW' ORDER BY created_at, id LIMIT 50`,
      )
      .then((results) => (results as unknown as (typeof results)[])[1] ?? results);
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("questions_waiting");
  });
});

describe("a question under review", () => {
  it.each([
    ["ban", "BANNED", ""],
    ["disable", "DISABLED", spam],
  ])("may be decided by %s, and is %s then for good", async (decision, status, text) => {
    const { id } = await ask(spam);
    const before = (await recordedEvents()).length;
    expect((await review(id, decision)).json()).toMatchObject({ status, text, hold: false });
    expect((await recordedEvents()).slice(before)).toMatchObject([{ resource: `/questions/${id}` }]);
    const read = await http.get(`/questions/${id}?api_version=4`, { as: seller });
    expect(read.json()).toMatchObject({ status, hold: false, suspected_spam: true });
    for (const next of ["approve", "ban", "disable", "review"])
      expectProblem(await review(id, next), 409, "conflict");
    expect(idsOf(await search("status=UNDER_REVIEW"))).not.toContain(id);
  });

  it("that was answered may be banned, too", async () => {
    const { id } = await ask();
    await http.post("/answers", { as: seller, body: { question_id: id, text: "Sí" } });
    await review(id, "review");
    expect((await review(id, "ban")).json()).toMatchObject({ status: "BANNED", text: "" });
  });

  it("is decided once by two operators at the same moment", async () => {
    const { id } = await ask(spam);
    const answers = await Promise.all([review(id, "ban"), review(id, "disable")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
