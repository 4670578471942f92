import { beforeAll, describe, expect, test } from "vitest";
import { get, post } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, newItem, newQuestion, newUser, type Person, users } from "../api/world.ts";

const buyer = users.buyer_mla;
let seller: Person;
let other: Person;
let item: string;
let second: string;
const ids: number[] = [];

interface Envelope {
  total: number;
  limit: number;
  questions: { id: number; status: string; item_id: string; from: { id: number }; date_created: string }[];
  filters: Record<string, unknown>;
  available_filters: { id: string; name: string; type: string; values?: unknown }[];
  available_sorts: string[];
  scroll_id?: string | null;
}

beforeAll(async () => {
  seller = await newUser();
  other = await newUser();
  item = await newItem(seller);
  second = await newItem(seller);
  for (let n = 0; n < 6; n++)
    ids.push(await newQuestion(n < 4 ? buyer : other, n % 2 ? second : item, `Pregunta ${n}?`));
  await post("/answers", { as: seller, body: { question_id: ids[0], text: "Sí" } });
});

const search = async (query: string, as: Person = seller) => {
  const answer = await get(`/questions/search?api_version=4&${query}`, { as });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<Envelope>();
};
const idsOf = ({ questions }: Envelope) => questions.map(({ id }) => id);
const newestFirst = () => ids.toReversed();

describe("the search envelope", () => {
  test("has exactly the documented fields", async () => {
    const found = await search(`item=${item}`);
    expect(Object.keys(found).filter((name) => name !== "scroll_id")).toEqual([
      "total",
      "limit",
      "questions",
      "filters",
      "available_filters",
      "available_sorts",
    ]);
    expect(found).toMatchObject({ total: 3, limit: 50 });
    expect(found.filters).toMatchObject({
      limit: 50,
      offset: 0,
      api_version: "4",
      is_admin: false,
      sorts: ["date_created"],
      caller: seller.id,
      item,
    });
    expect(found.available_sorts).toEqual(["item_id", "from_id", "date_created", "seller_id"]);
    expect(found.available_filters.map(({ id, type }) => [id, type])).toEqual([
      ["from", "number"],
      ["seller", "number"],
      ["totalDivisions", "number"],
      ["division", "number"],
      ["status", "text"],
    ]);
    expect(found.available_filters.find(({ id }) => id === "status")?.values).toEqual([
      "ANSWERED",
      "BANNED",
      "CLOSED_UNANSWERED",
      "DELETED",
      "DISABLED",
      "UNANSWERED",
      "UNDER_REVIEW",
    ]);
  });

  test("each element has the fields of api_version 4", async () => {
    const [newest] = (await search(`item=${item}`)).questions;
    expect(newest).toEqual({
      id: ids[4],
      item_id: item,
      seller_id: seller.id,
      from: { id: other.id },
      status: "UNANSWERED",
      text: "Pregunta 4?",
      deleted_from_listing: false,
      hold: false,
      suspected_spam: false,
      answer: null,
      date_created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-04:00$/),
    });
  });

  test("without api_version 4 elements carry from.answered_questions and no suspected_spam", async () => {
    const answer = await get(`/questions/search?item=${item}`, { as: seller });
    const [newest] = answer.json<Envelope>().questions;
    expect(newest).toMatchObject({ from: { id: other.id, answered_questions: 0 } });
    expect(newest).not.toHaveProperty("suspected_spam");
  });
});

describe("search filters", () => {
  test.each([
    ["item", () => `item=${item}`, () => newestFirst().filter((_, n) => n % 2 === 1)],
    ["item_id", () => `item_id=${item}`, () => newestFirst().filter((_, n) => n % 2 === 1)],
    ["seller_id", () => `seller_id=${seller.id}`, newestFirst],
    ["seller", () => `seller=${seller.id}`, newestFirst],
    ["item with from", () => `item=${item}&from=${other.id}`, () => [ids[4]]],
    ["status", () => `seller_id=${seller.id}&status=ANSWERED`, () => [ids[0]]],
    ["status in small letters", () => `seller_id=${seller.id}&status=answered`, () => [ids[0]]],
    ["nothing: the caller's own", () => "", newestFirst],
  ])("%s", async (_, query, expected) => {
    expect(idsOf(await search(query()))).toEqual(expected());
  });

  test("from and to of date_created are inclusive, a date is its whole day at -04:00", async () => {
    const all = (await search("")).questions;
    const [from, to] = [all[4]?.date_created ?? "", all[1]?.date_created ?? ""];
    const query = `date_created.from=${encodeURIComponent(from)}&date_created.to=${encodeURIComponent(to)}`;
    expect(idsOf(await search(query))).toEqual(newestFirst().slice(1, 5));
    const [firstDay, lastDay] = [all.at(-1), all[0]].map((question) => question?.date_created.slice(0, 10));
    expect(idsOf(await search(`date_created.from=${firstDay}&date_created.to=${lastDay}`))).toEqual(
      newestFirst(),
    );
    expect((await search("date_created.to=2001-01-01")).total).toBe(0);
  });

  test("divisions partition the matches: each question lies in exactly one", async () => {
    const parts = await Promise.all([0, 1, 2].map((n) => search(`totalDivisions=3&division=${n}`)));
    expect(parts.flatMap(idsOf).toSorted()).toEqual(ids.toSorted());
  });

  test("sort_types pair with sort_fields by position; a missing one is ASC", async () => {
    expect(idsOf(await search("sort_fields=date_created&sort_types=ASC"))).toEqual(ids);
    expect(idsOf(await search("sort_fields=date_created"))).toEqual(ids);
    const sorted = await search("sort_fields=item_id,date_created&sort_types=DESC");
    const expected = [ids[1], ids[3], ids[5], ids[0], ids[2], ids[4]];
    expect(idsOf(sorted)).toEqual(second > item ? expected : [...expected.slice(3), ...expected.slice(0, 3)]);
    expect(sorted.filters.sorts).toEqual(["item_id", "date_created"]);
  });

  test("limit and offset move through the matches", async () => {
    expect(idsOf(await search("limit=2&offset=3"))).toEqual(newestFirst().slice(3, 5));
    expect(await search("limit=2&offset=100")).toMatchObject({ total: 6, limit: 2, questions: [] });
  });

  test.each([
    "sort_fields=color",
    "sort_types=UP&sort_fields=item_id",
    "date_created.from=yesterday",
    "status=ASKED",
  ])("%s is a bad request", async (query) => {
    expectProblem(await get(`/questions/search?${query}`, { as: seller }), 400, "bad_request");
  });

  test.each([
    "totalDivisions=3&division=3",
    "division=-1&totalDivisions=2",
    "from=abc",
    "seller_id=x",
    "item=7",
  ])("%s is a bad request too", async (query) => {
    expectProblem(await get(`/questions/search?${query}`, { as: seller }), 400, "bad_request");
  });
});

describe("scan", () => {
  test("reads everything, page by page, and ends with a null scroll_id", async () => {
    const seen: number[] = [];
    let page = await search("search_type=scan&limit=4");
    while (page.questions.length > 0) {
      seen.push(...idsOf(page));
      if (!page.scroll_id) break;
      page = await search(`search_type=scan&limit=4&scroll_id=${encodeURIComponent(page.scroll_id)}`);
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(page.scroll_id ?? null).toBeNull();
  });

  test("a scroll_id that was not given out is invalid.scroll.id", async () => {
    const answer = await get("/questions/search?search_type=scan&scroll_id=forged", { as: seller });
    expectProblem(answer, 400, "invalid.scroll.id");
  });
});

describe("who sees what", () => {
  test("of others' items only unanswered and answered questions are seen", async () => {
    const held = await newQuestion(buyer, item, "Mi correo: yo@correo.com");
    expect(idsOf(await search(`item=${item}`, other))).not.toContain(held);
    expect(idsOf(await search(`item=${item}`))).toContain(held);
    expect(idsOf(await search(`item=${item}`, buyer))).toContain(held);
    expectProblem(await get(`/questions/${held}`, { as: other }), 404, "not_found");
    await post(`/questions/${held}/review`, { as: users.operator, body: { decision: "ban" } });
    ids.push(held);
  });

  test("the asker of a vehicle's question is shown to the vehicle's seller only", async () => {
    const contact = {
      id: buyer.id,
      answered_questions: expect.any(Number),
      first_name: expect.any(String),
      last_name: expect.any(String),
      phone: { number: expect.any(String), area_code: expect.any(String) },
      email: expect.stringContaining("@"),
    };
    const path = `/questions/${fixtures.question_vehicle}?api_version=4`;
    expect((await get(path, { as: users.seller_mla })).json()).toMatchObject({ from: contact });
    const query = `item=${fixtures.item_vehicle}&from=${buyer.id}`;
    const found = async (as: Person) =>
      (await search(query, as)).questions.find(({ id }) => id === fixtures.question_vehicle)?.from;
    expect(await found(users.seller_mla)).toEqual(contact);
    expect(await found(users.buyer2_mla)).toEqual({ id: buyer.id });
    expect((await get(path, { as: users.buyer2_mla })).text).not.toContain("@");
  });

  test("the asker of another item's question stays anonymous", async () => {
    const answer = await get(`/questions/${fixtures.question_unanswered}?api_version=4`, {
      as: users.seller_mla,
    });
    expect(answer.text).not.toMatch(/email|first_name|phone/);
  });
});

describe("a single question", () => {
  test("has the single-read shape with api_version 4", async () => {
    const body = (await get(`/questions/${ids[0]}?api_version=4`, { as: seller })).json<object>();
    expect(body).toMatchObject({
      id: ids[0],
      seller_id: seller.id,
      buyer_id: buyer.id,
      item_id: item,
      status: "ANSWERED",
      deleted_from_listing: false,
      suspected_spam: false,
      hold: false,
      text: "Pregunta 0?",
      app_id: expect.any(Number),
      date_created: expect.stringMatching(/T\d\d:\d\d:\d\d\.\d{9}Z$/),
      last_updated: expect.stringMatching(/T\d\d:\d\d:\d\d\.\d{9}Z$/),
      answer: { text: "Sí", status: "active", date_created: expect.stringMatching(/\.\d{3}-04:00$/) },
    });
    expect(Object.keys(body).slice(0, 13)).toEqual([
      "id",
      "seller_id",
      "buyer_id",
      "item_id",
      "deleted_from_listing",
      "suspected_spam",
      "status",
      "hold",
      "text",
      "app_id",
      "date_created",
      "last_updated",
      "answer",
    ]);
  });

  test("without api_version 4 it has the search shape", async () => {
    const body = (await get(`/questions/${ids[0]}`, { as: seller })).json();
    expect(body).toMatchObject({
      from: { id: buyer.id },
      date_created: expect.stringMatching(/\.\d{3}-04:00$/),
    });
    expect(body).not.toHaveProperty("buyer_id");
  });

  test("the fixtures are what their names say", async () => {
    const read = async (id: number) =>
      (await get(`/questions/${id}?api_version=4`, { as: users.seller_mla })).json();
    const common = { buyer_id: buyer.id, item_id: fixtures.item_active };
    expect(await read(fixtures.question_unanswered)).toMatchObject({
      ...common,
      status: "UNANSWERED",
      answer: null,
    });
    expect(await read(fixtures.question_answered)).toMatchObject({
      ...common,
      status: "ANSWERED",
      answer: { status: "active" },
    });
    expect(await read(fixtures.question_vehicle)).toMatchObject({ item_id: fixtures.item_vehicle });
  });
});
