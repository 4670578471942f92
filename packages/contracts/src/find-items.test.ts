import { expect, it } from "vitest";
import type { ItemSummary } from "./catalog.ts";
import { findItems } from "./find-items.ts";

const asked: string[][] = [];
const catalog = {
  async items({ ids }: { ids: string[] }) {
    asked.push(ids);
    return ids.map((id) => ({ id }) as ItemSummary);
  },
};

it("asks for the ids that items can have, and for nothing when there are none", async () => {
  const id = `MLA${"9".repeat(19)}`;
  expect(await findItems(catalog, [id, `${id}9`, "x".repeat(20_000), "1", ""])).toEqual([{ id }]);
  expect(await findItems(catalog, [`${id}9`])).toEqual([]);
  expect(asked).toEqual([[id]]);
});
