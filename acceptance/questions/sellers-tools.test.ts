import { beforeAll, describe, expect, test } from "vitest";
import { get, post, remove } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { newItem, newQuestion, newUser, type Person, users } from "../api/world.ts";

const buyer = users.buyer_mla;
let seller: Person;
let item: string;

beforeAll(async () => {
  seller = await newUser();
  item = await newItem(seller);
});

describe("hiding", () => {
  const hide = (body: unknown, as = seller) => post("/my/questions/hidden", { as, body });
  const shapes: [string, (id: number) => unknown][] = [
    ["question_ids", (id) => ({ question_ids: [id] })],
    ["questions_ids", (id) => ({ questions_ids: [id] })],
    ["question_id", (id) => ({ question_id: id })],
    ["a bare array", (id) => [id]],
  ];

  test.each(shapes)("%s hides a question from the listing", async (_, body) => {
    const id = await newQuestion(buyer, item);
    const answer = await hide(body(id));
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ question_ids: [id] });
    const own = await get(`/questions/${id}?api_version=4`, { as: seller });
    expect(own.json()).toMatchObject({ deleted_from_listing: true });
    const others = await get(`/questions/search?item=${item}&limit=100`, { as: users.buyer2_mla });
    expect(others.text).not.toContain(String(id));
  });

  test("only the seller hides a question, and an unknown one is 404", async () => {
    const id = await newQuestion(buyer, item);
    expectProblem(await hide({ question_ids: [id] }, buyer), 403, "forbidden");
    expectProblem(await hide({ question_ids: [7] }), 404, "not_found");
    expectProblem(await hide({ questions: [id] }), 400, "invalid_post_body");
    const read = await get(`/questions/${id}?api_version=4`, { as: seller });
    expect(read.json()).toMatchObject({ deleted_from_listing: false });
  });
});

test("received questions are a search of the caller's own", async () => {
  const mine = await newUser();
  const id = await newQuestion(buyer, await newItem(mine));
  const found = (
    await get(`/my/received_questions/search?api_version=4&seller_id=${seller.id}`, { as: mine })
  ).json();
  expect(found).toMatchObject({
    total: 1,
    questions: [{ id, seller_id: mine.id }],
    filters: { caller: mine.id },
  });
  const unanswered = await get("/my/received_questions/search?status=ANSWERED", { as: mine });
  expect(unanswered.json()).toMatchObject({ total: 0, questions: [] });
});

describe("the blacklist", () => {
  const path = () => `/users/${seller.id}/questions_blacklist`;
  const block = (user_id: unknown, as = seller) => post(path(), { as, body: { user_id } });

  test("a blocked user cannot ask until they are unblocked", async () => {
    const asker = await newUser();
    const ask = () => post("/questions", { as: asker, body: { item_id: item, text: "Hola?" } });
    for (const _ of ["once", "twice is the same"]) {
      const blocked = await block(asker.id);
      expect({ status: blocked.status, body: blocked.json() }).toEqual({
        status: 200,
        body: { user_id: asker.id },
      });
    }
    expectProblem(await ask(), 403, "forbidden", expect.stringMatching(/seller does not take/i));
    const listed = (await get(path(), { as: seller })).json<{ users: { id: number }[]; paging: object }>();
    expect(listed.users.filter(({ id }) => id === asker.id)).toEqual([
      { id: asker.id, blocked_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
    ]);
    expect(listed.paging).toEqual({ total: listed.users.length, offset: 0, limit: 50 });
    const idsOf = async (user_id: number) =>
      (await get(`${path()}?user_id=${user_id}`, { as: seller }))
        .json<{ users: { id: number }[] }>()
        .users.map(({ id }) => id);
    expect([await idsOf(asker.id), await idsOf(buyer.id)]).toEqual([[asker.id], []]);
    const gone = await remove(`${path()}/${asker.id}`, { as: seller });
    expect({ status: gone.status, body: gone.json() }).toEqual({ status: 200, body: { user_id: asker.id } });
    expectProblem(await remove(`${path()}/${asker.id}`, { as: seller }), 404, "not_found");
    expect((await ask()).status).toBe(201);
  });

  test("the block search gives the same list", async () => {
    await block(users.buyer2_mla.id);
    const list = (await get(path(), { as: seller })).json();
    const searched = await get(`/block-api/search/users/${seller.id}?type=blocked_by_questions`, {
      as: seller,
    });
    expect(searched.json()).toEqual(list);
  });

  test("only the seller may use it", async () => {
    expectProblem(await get(path(), { as: buyer }), 403, "forbidden");
    expectProblem(await block(buyer.id, users.seller2_mla), 403, "forbidden");
    expectProblem(await remove(`${path()}/${buyer.id}`, { as: buyer }), 403, "forbidden");
    const searched = await get(`/block-api/search/users/${seller.id}?type=blocked_by_questions`, {
      as: buyer,
    });
    expectProblem(searched, 403, "forbidden");
  });

  test.each(["abc", 1.5, null])("%j is no user to block", async (user_id) => {
    expectProblem(await block(user_id), 400, "bad_request");
  });
});

describe("response times", () => {
  test("a seller without questions has none", async () => {
    const nobody = await newUser();
    const path = (id: number) => `/users/${id}/questions/response_time`;
    const message = (id: number) => `Response time not found for user id: ${id}`;
    expectProblem(await get(path(nobody.id), { as: buyer }), 404, "not_found", message(nobody.id));
    const { id } = users.new_user_mla;
    expectProblem(await get(path(id), { as: users.new_user_mla }), 404, "not_found", message(id));
  });

  test("a record has total and three periods; the increase is null up to 60 minutes", async () => {
    const { id } = users.seller_mla;
    const record = (await get(`/users/${id}/questions/response_time`, { as: buyer })).json<
      Record<string, { response_time: number; sales_percent_increase?: number | null }>
    >();
    const periods = ["weekend", "weekdays_working_hours", "weekdays_extra_hours"];
    expect(Object.keys(record)).toEqual(["user_id", "total", ...periods]);
    expect(record).toMatchObject({ user_id: id, total: { response_time: expect.any(Number) } });
    expect(Object.keys(record.total ?? {})).toEqual(["response_time"]);
    for (const period of periods) {
      const { response_time = -1, sales_percent_increase } = record[period] ?? {};
      expect(Number.isInteger(response_time) && response_time >= 0).toBe(true);
      if (response_time > 60) expect(Number.isInteger(sales_percent_increase)).toBe(true);
      else expect(sales_percent_increase).toBeNull();
    }
  });

  test("an answer given at once makes a response time of 0 minutes", async () => {
    const fresh = await newUser();
    const id = await newQuestion(buyer, await newItem(fresh));
    await post("/answers", { as: fresh, body: { question_id: id, text: "Sí" } });
    const record = await get(`/users/${fresh.id}/questions/response_time`, { as: fresh });
    expect(record.json()).toMatchObject({ user_id: fresh.id, total: { response_time: 0 } });
  });
});
