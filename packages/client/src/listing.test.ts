import { describe, expect, expectTypeOf, it } from "vitest";
import { ApiError, WindowExceeded } from "./api-error.ts";
import { createClient } from "./client.ts";
import { fakeServer, refused } from "./server.fixture.ts";

const server = fakeServer();
const client = () => createClient({ baseUrl: server.baseUrl, auth: "t", retry: { attempts: 1 } });
const numbers = (from: number, count: number) =>
  Array.from({ length: Math.max(0, count) }, (_, i) => ({ id: from + i }));

/** So many questions, read by limit and offset. */
function questions(total: number): void {
  server.answer = ({ query }) => {
    const [limit, offset] = [Number(query.limit), Number(query.offset)];
    return { body: { total, limit, questions: numbers(offset, Math.min(limit, total - offset)) } };
  };
}
const windows = () => server.asked.map(({ query }) => [Number(query.offset), Number(query.limit)]);

async function idsOf(iterable: AsyncIterable<{ id: number | string }>): Promise<(number | string)[]> {
  const ids: (number | string)[] = [];
  for await (const { id } of iterable) ids.push(id);
  return ids;
}

describe("paged", () => {
  it("gives every element once, in blocks, with the filters of the search", async () => {
    questions(5);
    const params = { query: { item: "MLA1400000019", limit: 2 } };
    expect(await idsOf(client().paged("/questions/search", "questions", params))).toEqual([0, 1, 2, 3, 4]);
    expect(windows()).toEqual([
      [0, 2],
      [2, 2],
      [4, 2],
    ]);
    expect(server.asked.every(({ query }) => query.item === "MLA1400000019")).toBe(true);
  });

  it("knows its elements by their type", () => {
    const all = client().paged("/questions/search", "questions");
    expectTypeOf(all).not.toBeAny();
    type Question = Awaited<ReturnType<(typeof all)["next"]>>["value"] & object;
    expectTypeOf<Question["id"]>().toEqualTypeOf<number>();
  });

  it("asks no more than it needs to know the end", async () => {
    questions(4);
    await idsOf(client().paged("/questions/search", "questions", { query: { limit: 2 } }));
    expect(windows()).toHaveLength(2);
  });

  it("stops asking when the reader stops", async () => {
    questions(50);
    for await (const _ of client().paged("/questions/search", "questions", { query: { limit: 5 } })) break;
    expect(windows()).toEqual([[0, 5]]);
  });

  it("reads to the end of what can be paged, then says that there is more", async () => {
    questions(10_050);
    const seen: number[] = [];
    const all = async () => {
      const params = { query: { limit: 90, offset: 9_850 } };
      for await (const { id } of client().paged("/questions/search", "questions", params)) seen.push(id);
    };
    await expect(all()).rejects.toThrow(WindowExceeded);
    expect(windows()).toEqual([
      [9_850, 90],
      [9_940, 60],
    ]);
    expect(seen.at(-1)).toBe(9_999);
  });

  it("ends well when the last element is the last that can be paged", async () => {
    questions(10_000);
    const params = { query: { offset: 9_900 } };
    expect(await idsOf(client().paged("/questions/search", "questions", params))).toHaveLength(100);
  });

  it("believes an empty block more than a total", async () => {
    server.answer = () => ({ body: { total: 7, questions: [] } });
    expect(await idsOf(client().paged("/questions/search", "questions"))).toEqual([]);
    expect(server.asked).toHaveLength(1);
  });

  it("refuses blocks of nothing, and parts of elements", async () => {
    for (const query of [{ limit: 0 }, { limit: 1.5 }, { offset: -1 }, { offset: Number.NaN }]) {
      const none = client().paged("/questions/search", "questions", { query });
      await expect(none.next()).rejects.toThrow(RangeError);
    }
  });

  it("begins where it does by default when limit and offset are undefined", async () => {
    questions(3);
    const query = { limit: undefined, offset: undefined };
    // As compilers without exactOptionalPropertyTypes allow.
    const params = { query } as unknown as { query: { limit: number } };
    expect(await idsOf(client().paged("/questions/search", "questions", params))).toEqual([0, 1, 2]);
    expect(windows()).toEqual([[0, 100]]);
  });

  it("ends with a signal", async () => {
    questions(50);
    const ending = new AbortController();
    const all = client().paged(
      "/questions/search",
      "questions",
      { query: { limit: 1 } },
      { signal: ending.signal },
    );
    await all.next();
    ending.abort(new Error("no longer"));
    await expect(all.next()).rejects.toThrow("no longer");
    expect(windows()).toHaveLength(1);
  });

  it("raises what the server refuses", async () => {
    server.answer = () => refused(400, "bad_request");
    const error = await client()
      .paged("/questions/search", "questions")
      .next()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, error: "bad_request", message: "refused: bad_request" });
  });
});

describe("scan", () => {
  it("follows scroll ids until there is none, however many elements match", async () => {
    server.answer = ({ query }) => {
      const block = Number(query.scroll_id ?? 0);
      return { body: { results: numbers(block * 2, 2), scroll_id: block < 3 ? `${block + 1}` : null } };
    };
    const params = { path: { site_id: "MLA" }, query: { q: "celular", limit: 2 } };
    const found = await idsOf(client().scan("/sites/{site_id}/search", "results", params));
    expect(found).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const asked = server.asked.map(({ path, query }) => [path, query.search_type, query.q, query.scroll_id]);
    expect(asked[0]).toEqual(["/sites/MLA/search", "scan", "celular", undefined]);
    expect(asked[3]).toEqual(["/sites/MLA/search", "scan", "celular", "3"]);
  });

  it("asks for nothing in blocks that have no element", async () => {
    for (const limit of [0, -1, 1.5, Number.NaN]) {
      const params = { path: { site_id: "MLA" }, query: { q: "celular", limit } };
      const reading = idsOf(client().scan("/sites/{site_id}/search", "results", params));
      await expect(reading).rejects.toThrow(RangeError);
    }
    expect(server.asked).toEqual([]);
  });

  it("takes an answer that does not say where to go on for no end", async () => {
    server.answer = () => ({ body: { results: numbers(0, 2) } });
    const params = { path: { site_id: "MLA" }, query: { q: "celular" } };
    const reading = idsOf(client().scan("/sites/{site_id}/search", "results", params));
    await expect(reading).rejects.toThrow("no scroll_id");
  });

  it("raises what the server refuses on the way", async () => {
    server.answer = () =>
      server.asked.length === 1
        ? { body: { results: [{ id: 1 }], scroll_id: "x" } }
        : refused(400, "invalid.scroll.id");
    const params = { path: { site_id: "MLA" }, query: { q: "celular" } };
    const reading = idsOf(client().scan("/sites/{site_id}/search", "results", params));
    await expect(reading).rejects.toMatchObject({ error: "invalid.scroll.id" });
  });
});
