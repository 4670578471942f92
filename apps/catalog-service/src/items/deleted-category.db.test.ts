import { callers, expectProblem, startApp } from "@marketplace/testkit";
import { asAnotherRequest } from "@marketplace/testkit/postgres";
import { beforeEach, describe, expect, it } from "vitest";
import { itemBody, leafOf, smallTree, startCatalog } from "../catalog.fixture.ts";
import { createApp } from "../index.ts";
import { loadTree } from "../tree/load-tree.service.ts";
import type { ItemWire } from "./items.schema.ts";

const { deps, listPhone } = await startCatalog();
const as = callers.seller;
const deleted = leafOf("MLA-NOTEBOOKS").id;
const without = smallTree("MLA").filter(({ id }) => id !== deleted);
/** An import in another session. */
const load = (tree: typeof without) => asAnotherRequest(() => loadTree("MLA", tree, deps));

/** Deletes the category after the rules of an item have seen it, just before the item is written. */
const { items } = deps;
const create: typeof items.create = async (rows) => {
  await load(without);
  return items.create(rows);
};
const update: typeof items.update = async (item) => {
  await load(without);
  return items.update(item);
};
const http = startApp(() => createApp({ ...deps, items: { ...items, create, update } }));
const body = itemBody("Notebook de una categoría borrada", deleted);
const cause = { code: "item.category_id.invalid", cause_id: 126, references: ["body.category_id"] };

beforeEach(() => load(smallTree("MLA")));

describe("a category that is deleted while an item is written", () => {
  it.each<Record<string, string>>([{}, { "Idempotency-Key": "of-a-deleted-category" }])(
    "refuses a new one, with %j",
    async (headers) => {
      const answer = await http.post("/items", { as, body, headers });
      expect(expectProblem(answer, 400, "validation_error").cause).toMatchObject([cause]);
    },
  );

  it("refuses lines of many, and no others", async () => {
    const lines = [body, itemBody("Celular entre notebooks", leafOf("MLA-CELLPHONES").id)];
    const answer = await http.post("/items/bulk", {
      as,
      body: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join("")),
      headers: { "Content-Type": "application/x-ndjson" },
    });
    expect(
      answer.text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { line: 1, code: 400, body: { cause: [cause] } },
      { line: 2, code: 201 },
    ]);
  });

  it("takes no item from another one", async () => {
    const id = await listPhone();
    const before = (await http.get(`/items/${id}`, { as })).json<ItemWire>();
    const answer = await http.put(`/items/${id}`, {
      as,
      body: { category_id: deleted, attributes: body.attributes },
    });
    expect(expectProblem(answer, 400, "validation_error").cause).toContainEqual(
      expect.objectContaining(cause),
    );
    expect((await http.get(`/items/${id}`, { as })).json()).toEqual(before);
  });
});
