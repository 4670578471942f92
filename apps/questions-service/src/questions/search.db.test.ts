import { expectProblem, testAuthenticator } from "@marketplace/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readConfig } from "../config.ts";
import { createDeps } from "../deps.ts";
import { buyer, operator, otherBuyer, otherSeller, questionsService, seller } from "../service.fixture.ts";
import { searchQuery } from "./search.schema.ts";
import { searchQuestions } from "./search.service.ts";

interface Found {
  total: number;
  limit: number;
  questions: {
    id: number;
    text: string;
    status: string;
    from: Record<string, unknown>;
    suspected_spam?: boolean;
    item_id: string;
  }[];
  filters: Record<string, unknown>;
  available_filters: { id: string; type: string; values?: string[] }[];
  available_sorts: string[];
  scroll_id?: string | null;
}

const { http, ask, clock, deps } = await questionsService();
const search = async (query: string, as = seller): Promise<Found> => {
  const answer = await http.get(`/questions/search?${query}`, { as });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Found>();
};
const texts = (found: Found) => found.questions.map(({ text }) => text);
const named = (name: string) => ids[name] ?? 0;
const ids: Record<string, number> = {};

beforeAll(async () => {
  const asked: [string, Parameters<typeof ask>[1]][] = [
    ["uno", { item_id: "MLA100" }],
    ["dos", { item_id: "MLA101" }],
    ["tres", { item_id: "MLA100", as: otherBuyer }],
    ["auto", { item_id: "MLA102" }],
    ["ajena", { item_id: "MLA200" }],
    ["fea", { item_id: "MLA100", as: otherBuyer }],
  ];
  for (const [text, details] of asked) {
    ids[text] = (await ask(text, details)).id;
    clock.advance(3_600_000);
  }
  await http.post("/answers", { as: seller, body: { question_id: named("dos"), text: "Sí" } });
  await http.post(`/questions/${named("fea")}/review`, { as: operator, body: { decision: "ban" } });
});

describe("searching questions", () => {
  it("answers the documented envelope, newest first", async () => {
    const found = await search("seller_id=3000000001&api_version=4&limit=2");
    expect(found).toMatchObject({
      total: 5,
      limit: 2,
      available_sorts: ["item_id", "from_id", "date_created", "seller_id"],
    });
    expect(texts(found)).toEqual(["", "auto"]);
    expect(found.filters).toEqual({
      limit: 2,
      offset: 0,
      api_version: "4",
      is_admin: false,
      sorts: ["date_created"],
      caller: 3_000_000_001,
      seller: 3_000_000_001,
    });
    expect(found.available_filters.map(({ id, type }) => [id, type])).toEqual([
      ["from", "number"],
      ["seller", "number"],
      ["totalDivisions", "number"],
      ["division", "number"],
      ["status", "text"],
    ]);
    expect(found.available_filters.at(-1)?.values).toEqual([
      "ANSWERED",
      "BANNED",
      "CLOSED_UNANSWERED",
      "DELETED",
      "DISABLED",
      "UNANSWERED",
      "UNDER_REVIEW",
    ]);
  });

  it("searches the caller's received questions without item, seller and asker", async () => {
    expect((await search("", seller)).total).toBe(5);
    expect((await search("", otherSeller)).total).toBe(1);
    const received = await http.get("/my/received_questions/search?seller_id=1", { as: otherSeller });
    expect(received.json<Found>().total).toBe(1);
  });

  it("finds by item in both spellings, by asker and by status in any case", async () => {
    expect(texts(await search("item=MLA101"))).toEqual(["dos"]);
    expect(texts(await search("item_id=MLA101"))).toEqual(["dos"]);
    expect(texts(await search("from=3000000004&item=MLA100"))).toEqual(["", "tres"]);
    expect(texts(await search("status=answered"))).toEqual(["dos"]);
    expect((await search("item=MLA100&status=BANNED")).total).toBe(1);
  });

  it("filters by inclusive dates; a date means its whole day at -04:00", async () => {
    expect(
      texts(await search("date_created.from=2026-03-10T16:00:00.000Z&date_created.to=2026-03-10T17:00:00Z")),
    ).toEqual(["tres", "dos"]);
    expect((await search("date_created.from=2026-03-10&date_created.to=2026-03-10")).total).toBe(5);
    expect((await search("date_created.from=2026-03-11")).total).toBe(0);
    const first = await search("date_created.to=2026-03-10T11:00:00.000-04:00");
    expect(first.total).toBe(1);
    expect(first.filters).toMatchObject({ "date_created.to": "2026-03-10T11:00:00.000-04:00" });
  });

  it("pairs sort fields with sort types by position; a missing one is ASC", async () => {
    expect(texts(await search("sort_fields=date_created&sort_types=ASC"))).toEqual([
      "uno",
      "dos",
      "tres",
      "auto",
      "",
    ]);
    const found = await search("sort_fields=item_id,date_created&sort_types=DESC");
    expect(texts(found)).toEqual(["auto", "dos", "uno", "tres", ""]);
    expect(found.filters.sorts).toEqual(["item_id", "date_created"]);
  });

  it("splits into divisions that cover everything once", async () => {
    const parts = await Promise.all(
      [0, 1, 2].map((division) => search(`totalDivisions=3&division=${division}`)),
    );
    const all = parts.flatMap((part) => part.questions.map(({ id }) => id));
    expect(new Set(all).size).toBe(5);
    expect(parts.reduce((total, part) => total + part.total, 0)).toBe(5);
  });

  it("pages without overlap, also beyond the end", async () => {
    const pages = await Promise.all([0, 2, 4, 6].map((offset) => search(`limit=2&offset=${offset}`)));
    expect(pages.map((page) => page.questions.length)).toEqual([2, 2, 1, 0]);
    expect((await search("limit=0")).questions).toEqual([]);
  });

  it("scans everything once and ends with a null scroll_id", async () => {
    const seen: number[] = [];
    let scroll = "";
    for (let turn = 0; turn < 5; turn += 1) {
      const found = await search(`search_type=scan&limit=2${scroll}`);
      seen.push(...found.questions.map(({ id }) => id));
      if (found.scroll_id === null) break;
      scroll = `&scroll_id=${found.scroll_id}`;
    }
    expect(seen).toEqual([named("uno"), named("dos"), named("tres"), named("auto"), named("fea")]);
  });

  it("echoes offset and sorts as they were sent, also of a scan, which goes by id from its beginning", async () => {
    const asked = "sort_fields=item_id&offset=2&status=unanswered";
    const echo = { offset: 2, sorts: ["item_id"], status: "UNANSWERED" };
    const { filters, questions } = await search(`search_type=scan&${asked}`);
    expect(filters).toMatchObject(echo);
    const ids = questions.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const paged = await search(asked);
    expect(paged.filters).toMatchObject(echo);
    expect(questions.length).toBeGreaterThan(paged.questions.length);
  });

  it("finds nothing for an id of too many digits, and echoes no other one", async () => {
    for (const name of ["seller", "seller_id", "from"]) {
      const { total, filters } = await search(`${name}=99999999999999999999`);
      expect([total, Object.keys(filters)]).toEqual([
        0,
        ["limit", "offset", "api_version", "is_admin", "sorts", "caller"],
      ]);
    }
  });

  it("scans on after blocks of limit=0, which are empty", async () => {
    const scan = (limit: number, scrollId?: string | null) =>
      search(`search_type=scan&limit=${limit}${scrollId ? `&scroll_id=${scrollId}` : ""}`);
    const none = await scan(0);
    const next = await scan(4, none.scroll_id);
    const still = await scan(0, next.scroll_id);
    const rest = await scan(4, still.scroll_id);
    expect([none, next, still, rest].map(({ questions }) => questions.length)).toEqual([0, 4, 0, 1]);
    expect(rest.questions[0]?.id).toBe(named("fea"));
    expect(rest.scroll_id).toBeNull();
    const nothing = await search("status=BANNED&item=MLA108&search_type=scan&limit=0");
    expect([nothing.questions, nothing.scroll_id]).toEqual([[], null]);
  });

  it("refuses scroll ids that are forged, of another search or expired", async () => {
    const { scroll_id } = await search("search_type=scan&limit=1");
    const refused = async (query: string, as = seller) =>
      expectProblem(
        await http.get(`/questions/search?search_type=scan&${query}`, { as }),
        400,
        "invalid.scroll.id",
      );
    await refused("scroll_id=x.y");
    await refused(`scroll_id=${scroll_id}&status=ANSWERED`);
    await refused(`scroll_id=${scroll_id}`, otherSeller);
    clock.advance(5 * 60_000);
    await refused(`scroll_id=${scroll_id}`);
  });

  it.each([
    "sort_fields=price",
    "sort_types=UP",
    "status=OPEN",
    "date_created.from=yesterday",
    "date_created.to=2026-13-45",
    "date_created.to=2026-02-30",
    "date_created.from=2026-02-30T10:00:00Z",
    "totalDivisions=3",
    "division=1",
    "totalDivisions=2&division=2",
    "limit=101",
    "limit=-1",
    "limit=1.5",
    "offset=9999&limit=2",
    "item=abc",
    "seller_id=x",
    "search_type=deep",
  ])("refuses %s", async (query) => {
    expectProblem(await http.get(`/questions/search?${query}`, { as: seller }), 400, "bad_request");
  });
});

describe("a search while the database is away", () => {
  it("fails as unavailable and leaves no rejection behind that would end the process", async () => {
    const nowhere = "postgresql://nobody@127.0.0.1:1/none";
    const config = readConfig({ DATABASE_URL: nowhere, INTERNAL_SECRET: "a secret that only tests know" });
    const { log, catalog, identity, notifications } = deps;
    const clients = { catalog, identity, notifications };
    const away = await createDeps(config, { log, authenticate: testAuthenticator, clients });
    const caller = { userId: 3_000_000_001, applicationId: 1, siteId: "MLA", scopes: [], roles: [] };
    const searching = searchQuestions(away, caller, z.object(searchQuery).parse({}));
    await expect(searching).rejects.toMatchObject({ unavailable: true });
    await away.close();
  });
});

describe("the shapes of a question", () => {
  it("carry answered_questions and no suspected_spam before api_version 4", async () => {
    const old = (await search("item=MLA101")).questions[0];
    expect(old?.from).toEqual({ id: 3_000_000_003, answered_questions: 1 });
    expect(old).not.toHaveProperty("suspected_spam");
    const present = (await search("item=MLA101&api_version=4")).questions[0];
    expect(present?.from).toEqual({ id: 3_000_000_003 });
    expect(present).toHaveProperty("suspected_spam", false);
  });

  it("have nanosecond timestamps in a single read of api_version 4, the search shape otherwise", async () => {
    const detail = await http.get(`/questions/${named("uno")}?api_version=4`, { as: buyer });
    expect(detail.json()).toEqual({
      id: named("uno"),
      seller_id: 3_000_000_001,
      buyer_id: 3_000_000_003,
      item_id: "MLA100",
      deleted_from_listing: false,
      suspected_spam: false,
      status: "UNANSWERED",
      hold: false,
      text: "uno",
      app_id: 7_000_000_001,
      date_created: "2026-03-10T15:00:00.000000000Z",
      last_updated: "2026-03-10T15:00:00.000000000Z",
      answer: null,
    });
    const plain = await http.get(`/questions/${named("uno")}`, { as: buyer });
    expect(plain.json()).toMatchObject({
      date_created: "2026-03-10T11:00:00.000-04:00",
      from: { id: 3_000_000_003 },
    });
  });

  it("show the asker of a vehicle question to its seller alone", async () => {
    const contact = {
      id: 3_000_000_003,
      answered_questions: 1,
      first_name: "Ana",
      last_name: "Paz",
      phone: { number: "44445555", area_code: "11" },
      email: "user3000000003@marketplace.example",
    };
    expect((await search("item=MLA102&api_version=4")).questions[0]?.from).toEqual(contact);
    expect((await search("item=MLA102&api_version=4", buyer)).questions[0]?.from).toEqual({
      id: 3_000_000_003,
    });
    const read = (as: typeof seller) => http.get(`/questions/${named("auto")}?api_version=4`, { as });
    expect((await read(seller)).json()).toMatchObject({ from: contact });
    for (const as of [buyer, otherSeller, operator])
      expect((await read(as)).json()).not.toHaveProperty("from");
  });

  it("never have text of what is banned", async () => {
    const read = await http.get(`/questions/${named("fea")}`, { as: seller });
    expect(read.json()).toMatchObject({ status: "BANNED", text: "" });
  });
});
