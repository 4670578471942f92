import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { notesApp, reader, served } from "../testing.ts";
import { checkWindow, pagingQuery, scrollIds } from "./paging.ts";
import { Problem } from "./problem.ts";

const page = z.object(pagingQuery);

function problemOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return `${error.status} ${error.error}`;
    throw error;
  }
  return undefined;
}

describe("limit and offset", () => {
  it("are 50 and 0 when absent", () => {
    expect(page.parse({})).toEqual({ limit: 50, offset: 0 });
  });

  it.each(["0", "1", "100", "007"])("take an integer such as %s", (text) => {
    expect(page.parse({ limit: text })).toEqual({ limit: Number(text), offset: 0 });
  });

  it.each([
    "",
    " 1",
    "-1",
    "101",
    "1.0",
    "1e1",
    "0x1",
    "١",
    "1 or 1",
    "99999999999999999999",
    "NaN",
    "Infinity",
  ])("refuse %j", (text) => {
    expect(page.safeParse({ limit: text }).success).toBe(false);
    expect(page.safeParse({ offset: text === "101" ? "10001" : text }).success).toBe(false);
  });

  it("read -0 as 0", () => {
    expect(Object.is(page.parse({ offset: "-0" }).offset, 0)).toBe(true);
  });

  it("reach up to 10000 together and no further", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 10_000 }), (limit, offset) => {
        const problem = problemOf(() => checkWindow({ limit, offset }));
        expect(problem).toBe(limit + offset <= 10_000 ? undefined : "400 bad_request");
      }),
    );
  });

  it("beyond the window name the scan where the search has one", () => {
    const beyond = (options?: { scan: boolean }) => () => checkWindow({ limit: 1, offset: 10_000 }, options);
    expect(beyond()).toThrow(/^offset \+ limit must be at most 10000$/);
    expect(beyond({ scan: true })).toThrow(/ 10000: read deeper with search_type=scan$/);
  });

  it("outside of their range are 400 with the parameter's name", async () => {
    const answer = await fetch("/notes?limit=101&offset=x", { headers: reader });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: "bad_request", cause: [{ references: ["query.limit"] }, { references: ["query.offset"] }] },
    ]);
    const window = await fetch("/notes?limit=100&offset=9901", { headers: reader });
    expect(await window.json()).toMatchObject({ status: 400, error: "bad_request" });
  });

  it("select a page of the results and are repeated in paging", async () => {
    const answer = await fetch("/notes?limit=1&offset=1", { headers: reader });
    expect(await answer.json()).toMatchObject({
      paging: { total: 2, offset: 1, limit: 1 },
      results: [{ id: 2 }],
    });
    const none = await fetch("/notes?limit=0", { headers: reader });
    expect(await none.json()).toMatchObject({ paging: { total: 2, offset: 0, limit: 0 }, results: [] });
  });

  const { fetch } = served(notesApp());
});

describe("a scroll id", () => {
  const ids = scrollIds("secret");
  const now = Date.parse("2026-03-10T15:00:00Z");
  const position = { search: "seller 7", after: [1_700_000_000_000, 42] };
  const issued = ids.issue(position, now);
  const minutes = 60_000;

  it("leads on from where it was issued, for five minutes", () => {
    expect(ids.read(issued, "seller 7", now)).toEqual(position.after);
    expect(ids.read(issued, "seller 7", now + 5 * minutes - 1)).toEqual(position.after);
    expect(problemOf(() => ids.read(issued, "seller 7", now + 5 * minutes))).toBe("400 invalid.scroll.id");
  });

  it("of another search is refused", () => {
    expect(problemOf(() => ids.read(issued, "seller 8", now))).toBe("400 invalid.scroll.id");
  });

  it("of another secret is refused", () => {
    const foreign = scrollIds("other").issue(position, now);
    expect(problemOf(() => ids.read(foreign, "seller 7", now))).toBe("400 invalid.scroll.id");
  });

  it("that anyone changed is refused", () => {
    fc.assert(
      fc.property(fc.nat({ max: issued.length - 2 }), fc.constantFrom("A", "z", ".", "!", ""), (at, put) => {
        const changed = issued.slice(0, at) + put + issued.slice(at + 1);
        if (changed === issued) return;
        expect(problemOf(() => ids.read(changed, "seller 7", now))).toBe("400 invalid.scroll.id");
      }),
    );
    for (const text of ["", ".", "..", `${issued}.x`, "null"])
      expect(problemOf(() => ids.read(text, "seller 7", now))).toBe("400 invalid.scroll.id");
  });
});
