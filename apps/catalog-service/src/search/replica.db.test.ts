import type { Authentication } from "@marketplace/conventions";
import { startReplicatedDatabase } from "@marketplace/database/testing";
import { callers, startApp } from "@marketplace/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { itemBody, leafOf, startCatalog } from "../catalog.fixture.ts";
import { createApp, type Deps } from "../index.ts";

const servers = await startReplicatedDatabase("catalog");
// Before the service's own, so that it runs after them: its connections end first.
afterAll(() => servers.stop());

const { http, replica } = await startCatalog(servers);
const deps: Deps = await replica();
const other = startApp(() => createApp(deps));
const { id: category, path } = leafOf("MLA-CELLPHONES");

const searches = {
  "by words": "q=escondido",
  "of a category": `category=${path[0]}`,
  "by words, in blocks": "q=escondido&search_type=scan",
  "of a category by price": `category=${category}&price=1-*&sort=price_asc`,
};

async function idsFor(as: Authentication, query: string): Promise<string[]> {
  const answer = await other.get(`/sites/MLA/search?${query}`, { as });
  return answer.json<{ results: { id: string }[] }>().results.map(({ id }) => id);
}

const listed: string[] = [];

beforeAll(async () => {
  // The first search of a process goes to the primary: only then does it know what counts for everybody.
  await idsFor(callers.seller, "q=escondido");
  await servers.resumeReplay();
  await servers.pauseReplay();
  const body = itemBody("Celular escondido", category);
  const answer = await http.post("/items", { as: callers.seller, body });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  listed.push(answer.json<{ id: string }>().id);
});

describe("while a replica replays nothing", () => {
  it.each(Object.entries(searches))(
    "a search %s through another process shows sellers what they listed",
    async (_, query) => {
      expect(await idsFor(callers.seller, query)).toEqual(listed);
      expect(await idsFor(callers.otherSeller, query)).toEqual([]);
    },
  );
});
