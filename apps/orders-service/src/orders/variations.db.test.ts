import type { Caller } from "@marketplace/conventions";
import { expectProblem } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { buyer, ids, ordersService } from "../orders.fixture.ts";
import { buy as buyItems, complete } from "./purchases.service.ts";

const { http, catalog, deps } = await ordersService();

const caller: Caller = {
  userId: ids.buyer,
  applicationId: 1,
  siteId: "MLA",
  scopes: ["read", "write"],
  roles: ["buyer"],
};
const varied = (variation_id?: number, quantity = 1) => ({ id: "MLA106", variation_id, quantity });
type Line = ReturnType<typeof varied>;
const buy = (...items: Line[]) => http.post("/orders", { as: buyer, body: { items } });
const stocks = () => [undefined, 1, 2].map((id) => catalog.stockOf("MLA106", id));

it("one of fifty buyers gets the last piece of a variation", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => buy(varied(2))));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, ...Array<number>(49).fill(409)]);
  expect(stocks()).toEqual([20, 20, 0]);
  const soldOut = await buy(varied(2));
  const { cause } = expectProblem(
    soldOut,
    409,
    "conflict",
    "Item MLA106 does not have the quantity asked for",
  );
  expect(cause).toEqual([expect.objectContaining({ code: "insufficient" })]);
});

it("an order names the variation whose stock it took", async () => {
  const before = catalog.stockOf("MLA106", 1) ?? 0;
  const answer = await buy(varied(1, 3));
  expect(answer.status).toBe(201);
  const [order] = answer.json<{ orders: { id: number }[] }>().orders;
  const read = await http.get(`/orders/${order?.id}`, { as: buyer });
  expect(read.json()).toMatchObject({ items: [{ id: "MLA106", variation_id: 1, quantity: 3 }] });
  expect(catalog.stockOf("MLA106", 1)).toBe(before - 3);
});

it("two variations of an item are two lines, each with its own issue; one variation twice is refused", async () => {
  const before = stocks();
  const answer = await buy(varied(1), varied(99));
  const { cause } = expectProblem(answer, 400, "bad_request", "Item MLA106 has no variation 99");
  expect(cause).toEqual([
    expect.objectContaining({ code: "variation_unknown", references: ["body.items[1]"] }),
  ]);
  expectProblem(await buy(varied(1), varied(1)), 400, "bad_request");
  expect(stocks()).toEqual(before);
});

const refused: [string, Line, string, string][] = [
  ["none", varied(), "variation_needed", "Item MLA106 has variations: variation_id must name one"],
  ["an unknown one", varied(99), "variation_unknown", "Item MLA106 has no variation 99"],
  [
    "one of an item without variations",
    { id: "MLA100", variation_id: 1, quantity: 1 },
    "variation_unknown",
    "Item MLA100 has no variation 1",
  ],
];
it.each(refused)("where a variation is due, %s is refused", async (_, line, code, message) => {
  const { cause } = expectProblem(await buy(line), 400, "bad_request", message);
  expect(cause).toEqual([{ code, message, references: ["body.items[0]"] }]);
});

it("a variation that was removed between the check and the sale is unknown", async () => {
  const removed = {
    ...catalog,
    takeStock: async () => ({
      taken: false as const,
      faults: [
        { item_id: "MLA106", variation_id: 1, reason: "not_active" as const, variation: "unknown" as const },
      ],
    }),
  };
  const bought = buyItems({ ...deps, catalog: removed }, { caller, lines: [varied(1)] }, (taken) =>
    complete(deps, taken),
  );
  await expect(bought).rejects.toMatchObject({ status: 400, message: "Item MLA106 has no variation 1" });
});

it("its stock is given back when its order cannot be created", async () => {
  const before = stocks();
  const failing = buyItems(deps, { caller, lines: [varied(1)] }, () => {
    expect(stocks()).not.toEqual(before);
    return Promise.reject(new Error("no connection"));
  });
  await expect(failing).rejects.toThrow("no connection");
  expect(stocks()).toEqual(before);
});
