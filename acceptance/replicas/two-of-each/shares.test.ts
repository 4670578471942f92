import { expect, test } from "vitest";
import { sendTo } from "../../api/api.ts";
import { fixtures, newItem, newUser, users } from "../../api/world.ts";
import { gateways, running } from "../running.ts";
import { answeredBy, calledBy } from "../shares.ts";

// Without the load balancer: how one gateway uses the two replicas behind it.
const [gateway] = gateways;
const seller = users.seller_mla;
const requests = 80;

test.each([
  ["questions-service", "/questions/search", `/questions/search?item=${fixtures.item_active}&limit=1`],
  ["catalog-service", "/items/{id}", `/items/${fixtures.item_active}`],
  [
    "flex-service",
    "/flex/sites/{site_id}/items/{item_id}/v2",
    `/flex/sites/MLA/items/${fixtures.item_flex_on}/v2`,
  ],
])("one gateway gives both replicas of %s their share", async (name, route, path) => {
  const replicas = running.filter((one) => one.name === name);
  const before = await Promise.all(replicas.map((replica) => answeredBy(replica, route)));
  for (let n = 0; n < requests; n++)
    expect((await sendTo(gateway, "GET", { path, as: seller })).status).toBeLessThan(300);
  const after = await Promise.all(replicas.map((replica) => answeredBy(replica, route)));
  const shares = after.map((count, index) => count - (before[index] ?? 0));
  expect(shares).toHaveLength(2);
  for (const share of shares) expect(share).toBeGreaterThan(requests / 4);
});

test("services spread their calls over both replicas of another service", async () => {
  const catalogs = running.filter(({ name }) => name === "catalog-service");
  const item = await newItem(await newUser());
  const before = await Promise.all(catalogs.map((catalog) => calledBy(catalog, "items")));
  // questions-service reads the item from the catalog for each new question.
  for (let n = 0; n < 20; n++) {
    const body = { item_id: item, text: `¿Hay ${n}?` };
    const asked = await sendTo(gateway, "POST", { path: "/questions", as: users.buyer_mla, body });
    expect(asked.status).toBe(201);
  }
  const after = await Promise.all(catalogs.map((catalog) => calledBy(catalog, "items")));
  for (const [index, count] of after.entries()) expect(count - (before[index] ?? 0)).toBeGreaterThan(4);
});
