import { expect, it } from "vitest";
import { phone, startCatalog } from "../catalog.fixture.ts";
import { itemOf } from "./items.repo.ts";

const { deps, list } = await startCatalog();

it("reads an item as its row has it", async () => {
  const ids = await list(
    phone(),
    phone({ price: null, videoId: "abc", domainId: null, shippingTags: [], pictures: [], attributes: [] }),
    phone({ price: 9_999_999.99, title: 'Ñandú "azul" \\ é', description: "línea\nlínea", status: "closed" }),
    phone({ price: 0.1, soldQuantity: 2, localPickUp: true, freeShipping: true, lastUpdated: new Date(1) }),
  );
  for (const id of ids) {
    const row = await deps.db.client.item.findUniqueOrThrow({ where: { id } });
    expect(await deps.items.find(id)).toEqual(itemOf(row));
  }
  const rows = await deps.db.client.item.findMany({ where: { id: { in: ids } } });
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  expect((await deps.items.list(ids)).sort(byId)).toEqual(rows.map(itemOf).sort(byId));
  expect(await deps.items.find("MLA1")).toBeUndefined();
});
