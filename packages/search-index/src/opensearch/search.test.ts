import { expect, test } from "vitest";
import { search } from "./search.ts";
import type { Server } from "./server.ts";

/** A server that finds nothing and notes what it is asked. */
function emptyServer() {
  const copies: (string | undefined)[] = [];
  const found = { hits: { total: { value: 0 }, hits: [] } };
  const server = {
    async call({ copy }: Parameters<Server["call"]>[0]) {
      copies.push(copy);
      return found;
    },
    searches: async (searches: readonly object[]) => searches.map(() => found),
    close: async () => {},
  };
  // The fake answers every search alike, whatever the type that its caller expects.
  return { server: server as Server, copies };
}

const same = (word: string) => word;
const rules = { stem: same, lightStem: same, stopWords: new Set<string>(), synonyms: new Map() };

test.each([98, 99, 100])("a text may have a character of two units after %i letters", async (letters) => {
  const { server, copies } = emptyServer();
  const query = { siteId: "MLA", text: `${"a".repeat(letters)}😀`, keys: ["BRAND=1"] };
  const page = { sort: "relevance", offset: 0, limit: 50 } as const;
  const searched = { server, index: "market-mla", rules };
  expect(await search(query, page, searched)).toMatchObject({ total: 0, numbers: [] });
  expect(await search(query, { ...page, offset: 50 }, searched)).toMatchObject({ total: 0 });
  expect(copies[0]).toMatch(/^MLA%20a+/);
  expect(copies[1]).toBe(copies[0]);
});
