import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { asCaller, authorizationOf, callers, conforms, expectProblem } from "@marketplace/testkit";
import { asAnotherRequest } from "@marketplace/testkit/postgres";
import { afterEach, describe, expect, it } from "vitest";
import { itemBody, leafOf, startCatalog } from "../catalog.fixture.ts";
import { bulkItemsResource } from "./bulk-items.resource.ts";
import type { BulkItemResult } from "./bulk-items.schema.ts";
import type { ItemWire } from "./items.schema.ts";

const catalog = await startCatalog();
const { http, deps, takeEvents } = catalog;
const phones = leafOf("MLA-CELLPHONES");
const seller = callers.seller;
const operator = asCaller({ userId: 9_000_000_001, roles: ["operator"] });
const headers = { "Content-Type": "application/x-ndjson" };

const body = (title: string, changes: object = {}) => ({ ...itemBody(title, phones.id), ...changes });
const bodies = (count: number, of = "Teléfono") =>
  Array.from({ length: count }, (_, index) => body(`${of} número ${index + 1}`));
const textOf = (lines: readonly unknown[]) =>
  lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
const resultsIn = (text: string): BulkItemResult[] =>
  text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));

async function bulk(lines: readonly unknown[], given: { as?: typeof seller; key?: string } = {}) {
  const key: Record<string, string> = given.key === undefined ? {} : { "Idempotency-Key": given.key };
  const answer = await http.post("/items/bulk", {
    as: given.as ?? seller,
    body: Buffer.from(textOf(lines)),
    headers: { ...headers, ...key },
  });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return resultsIn(answer.text);
}

/** A request whose lines the test writes itself. */
function startBulk(key: string) {
  const request = httpRequest(`${http.baseUrl}/items/bulk`, {
    method: "POST",
    headers: { ...headers, "Idempotency-Key": key, Authorization: authorizationOf(seller) },
  });
  request.on("error", () => {});
  const answered = once(request, "response");
  return {
    request,
    async firstText(): Promise<string> {
      const [answer] = await answered;
      let text = "";
      for await (const chunk of answer) {
        text += chunk;
        if (text.split("\n").length > 200) break;
      }
      return text;
    },
  };
}

const itemCount = async (): Promise<number> => {
  const [row] = await asAnotherRequest(() => deps.db.query<{ count: number }>("SELECT count(*) FROM items"));
  return Number(row?.count);
};

afterEach(() => takeEvents());

conforms(bulkItemsResource, {
  http,
  examples: { createItems: () => ({ body: Buffer.from(textOf(bodies(1))), headers }) },
});

describe("many items at once", () => {
  it("are listed in the order of their lines, each with its event, and read as those of POST /items", async () => {
    const sent = bodies(3).map((each) => ({ ...each, pictures: [] }));
    const results = await bulk(sent);
    expect(results).toMatchObject([1, 2, 3].map((line) => ({ line, code: 201 })));
    const events = await takeEvents();
    expect(events).toMatchObject(
      results.map(({ id }) => ({ topic: "items", resource: `/items/${id}`, user_id: 1_000_000_001 })),
    );
    const single = (await http.post("/items", { as: seller, body: sent[1] })).json<ItemWire>();
    const read = (await http.get(`/items/${results[1]?.id}`, { as: seller })).json<ItemWire>();
    expect(read).toEqual({ ...single, id: read.id, permalink: read.permalink });
  });

  it("have, line by line, the error that POST /items would answer", async () => {
    const lines = [
      body("Bueno"),
      body("x".repeat(300), { price: -1 }),
      body("Otro", { hue: "red", available_quantity: "many" }),
      body("Otro", { category_id: "MLA1" }),
      { title: 7 },
      "{not json",
      '["a list"]',
      body("Con \u0000"),
      body("Último"),
    ];
    const results = await bulk(lines);
    expect(results.map(({ code }) => code)).toEqual([201, 400, 400, 400, 400, 400, 400, 400, 201]);
    for (const [index, line] of lines.entries()) {
      const sent = typeof line === "string" ? Buffer.from(line) : line;
      const single = await http.post("/items", {
        as: seller,
        body: sent,
        headers: { "Content-Type": "application/json" },
      });
      const result = results[index];
      expect(result?.code).toBe(single.status);
      if (single.status !== 201) expect(result?.body).toEqual(single.json());
    }
  });

  it("follow the tree as it is at each request", async () => {
    const settings = { max_title_length: 12 };
    const change = await http.put(`/categories/${phones.id}`, { as: operator, body: { settings } });
    expect(change.status).toBe(200);
    expect(await bulk([body("Trece letras.")])).toMatchObject([{ code: 400 }]);
    const back = { settings: { max_title_length: 60 } };
    await http.put(`/categories/${phones.id}`, { as: operator, body: back });
    expect(await bulk([body("Trece letras.")])).toMatchObject([{ code: 201 }]);
  });

  it("may have empty lines, which count, and a last line without an end", async () => {
    const answer = await http.post("/items/bulk", {
      as: seller,
      body: Buffer.from(`\n${JSON.stringify(body("Uno"))}\r\n\n${JSON.stringify(body("Dos"))}`),
      headers,
    });
    expect(resultsIn(answer.text)).toMatchObject([
      { line: 2, code: 201 },
      { line: 4, code: 201 },
    ]);
  });

  it("answer 413 for a line of more than a MiB, and take the next", async () => {
    const results = await bulk([body("Largo", { description: "x".repeat(1_100_000) }), body("Corto")]);
    expect(results).toMatchObject([
      { line: 1, code: 413, body: { status: 413 } },
      { line: 2, code: 201 },
    ]);
  });

  it("answer nothing to nothing", async () => {
    expect(await bulk([])).toEqual([]);
  });

  const ask = (type: string, encoding?: string, sent = Buffer.from(textOf(bodies(1)))) =>
    http.post("/items/bulk", {
      as: seller,
      body: sent,
      headers: { "Content-Type": type, ...(encoding && { "Content-Encoding": encoding }) },
    });

  it("are no JSON, and no compressed text but gzip", async () => {
    expectProblem(await ask("application/json"), 415, "unsupported_media_type");
    expectProblem(await ask("application/x-ndjson", "br"), 415, "unsupported_media_type");
  });

  it("are refused where they are not the gzip that they are said to be", async () => {
    const before = await itemCount();
    const whole = gzipSync(textOf(bodies(2)));
    const wrong = { "no bytes": "", "plain text": textOf(bodies(1)), "cut off": whole.subarray(0, -12) };
    for (const sent of Object.values(wrong))
      expectProblem(await ask("application/x-ndjson", "gzip", Buffer.from(sent)), 400, "bad_request");
    expect(await itemCount()).toBe(before);
    for (const name of ["gzip", "GZIP", "x-gzip"])
      expect(resultsIn((await ask("application/x-ndjson", name, whole)).text)).toHaveLength(2);
  });
});

describe("whose items they are", () => {
  it("is the caller; operators may name sellers, on whose site the item is", async () => {
    const results = await bulk([body("Uno", { seller_id: 1_000_000_777 }), body("Dos")], { as: operator });
    const sellers = await Promise.all(
      results.map(
        async ({ id }) => (await http.get(`/items/${id}`, { as: seller })).json<ItemWire>().seller_id,
      ),
    );
    expect(sellers).toEqual([1_000_000_777, 9_000_000_001]);
  });

  it("are the seller's own, and an operator's items are of a known seller", async () => {
    const unknown = await bulk([body("Uno", { seller_id: 4_900_000_001 })], { as: operator });
    const foreign = await bulk([
      body("Uno", { seller_id: 1_000_000_777 }),
      body("Dos", { seller_id: 1_000_000_001 }),
      body("Tres", { seller_id: "1000000001" }),
    ]);
    const cause = (message: string) => [
      { code: "item.seller_id.invalid", message, references: ["body.seller_id"] },
    ];
    expect(unknown).toMatchObject([{ code: 400, body: { cause: cause("there is no user 4900000001") } }]);
    expect(foreign).toMatchObject([
      { code: 400, body: { cause: cause("only operators list items of others") } },
      { code: 201 },
      { code: 400, body: { cause: [{ code: "invalid_type", references: ["body.seller_id"] }] } },
    ]);
  });
});

describe("a repetition with the same key", () => {
  it("answers the same, lists nothing twice, and goes on where the first ended", async () => {
    const sent = bodies(450);
    const before = await itemCount();
    const first = await bulk(sent.slice(0, 400), { key: "again" });
    expect(await itemCount()).toBe(before + 400);
    const second = await bulk(sent, { key: "again" });
    expect(second.slice(0, 400)).toEqual(first);
    expect(second.slice(400).map(({ code }) => code)).toEqual(Array(50).fill(201));
    expect(await itemCount()).toBe(before + 450);
  });

  it("goes on after a cut connection: whole blocks are stored, the line that was cut is not", async () => {
    const before = await itemCount();
    const sent = bodies(250);
    const cut = startBulk("cut");
    cut.request.write(textOf(sent.slice(0, 210)));
    cut.request.write(JSON.stringify(sent[210]).slice(0, 20));
    const answered = resultsIn(await cut.firstText());
    expect(answered.map(({ line }) => line)).toEqual(sent.slice(0, 200).map((_, index) => index + 1));
    cut.request.destroy();
    const results = await bulk(sent, { key: "cut" });
    expect(results.slice(0, 200)).toEqual(answered);
    expect(new Set(results.map(({ id }) => id)).size).toBe(250);
    expect(await itemCount()).toBe(before + 250);
  });

  it("at the same time lists each line once", async () => {
    const before = await itemCount();
    const sent = bodies(250);
    const [one, other] = await Promise.all([1, 2].map(() => bulk(sent, { key: "race" })));
    expect(one).toEqual(other);
    expect(await itemCount()).toBe(before + 250);
  });

  it("is refused, line by line, where its lines are others", async () => {
    await bulk(bodies(2), { key: "other" });
    const results = await bulk(bodies(2, "Otro"), { key: "other" });
    expect(results).toMatchObject([
      { line: 1, code: 409 },
      { line: 2, code: 409 },
    ]);
  });

  it("belongs to its caller", async () => {
    const [mine] = await bulk(bodies(1), { key: "shared" });
    const [theirs] = await bulk(bodies(1), { key: "shared", as: operator });
    expect(theirs?.code).toBe(201);
    expect(theirs?.id).not.toBe(mine?.id);
  });
});
