import { describe, expect, it } from "vitest";
import { leafOf, startCatalog } from "../catalog.fixture.ts";
import { catalogRpc } from "../rpc.ts";

const { deps, listPhone } = await startCatalog();
const rpc = catalogRpc(deps);

const stockOf = async (id: string) => {
  const { availableQuantity, soldQuantity } = await deps.items.get(id);
  return [availableQuantity, soldQuantity];
};
let purchases = 0;
const newKey = () => `purchase ${++purchases}`;

describe("taking stock", () => {
  it("takes all lines and answers what was taken", async () => {
    const [a, b] = [await listPhone(), await listPhone()];
    const lines = [
      { item_id: a, quantity: 2 },
      { item_id: b, quantity: 3 },
    ];
    const answer = await rpc.takeStock({ purchase_key: newKey(), lines });
    expect(answer).toMatchObject({
      taken: true,
      items: [
        { id: a, available_quantity: 8 },
        { id: b, available_quantity: 7 },
      ],
    });
    expect([await stockOf(a), await stockOf(b)]).toEqual([
      [8, 2],
      [7, 3],
    ]);
  });

  it("takes nothing when one line fails, and names the reason of each line", async () => {
    const [good, paused, scarce] = [
      await listPhone(),
      await listPhone({ status: "paused" }),
      await listPhone(),
    ];
    const lines = [
      { item_id: good, quantity: 1 },
      { item_id: paused, quantity: 1 },
      { item_id: scarce, quantity: 11 },
      { item_id: "MLA1", quantity: 1 },
    ];
    const answer = await rpc.takeStock({ purchase_key: newKey(), lines });
    expect(answer).toEqual({
      taken: false,
      faults: [
        { item_id: paused, reason: "not_active" },
        { item_id: scarce, reason: "insufficient" },
        { item_id: "MLA1", reason: "not_found" },
      ],
    });
    expect(await stockOf(good)).toEqual([10, 0]);
  });

  it("adds up two lines of one item", async () => {
    const item_id = await listPhone();
    const line = { item_id, quantity: 6 };
    const answer = await rpc.takeStock({ purchase_key: newKey(), lines: [line, line] });
    expect(answer).toEqual({ taken: false, faults: [{ item_id, reason: "insufficient" }] });
  });

  it("takes once per key, also for parallel calls", async () => {
    const item_id = await listPhone();
    const purchase = { purchase_key: newKey(), lines: [{ item_id, quantity: 1 }] };
    const answers = await Promise.all(Array.from({ length: 8 }, () => rpc.takeStock(purchase)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await stockOf(item_id)).toEqual([9, 1]);
  });

  it("never sells more than there is", async () => {
    const item_id = await listPhone();
    const buy = () => rpc.takeStock({ purchase_key: newKey(), lines: [{ item_id, quantity: 1 }] });
    const answers = await Promise.all(Array.from({ length: 16 }, buy));
    expect(answers.filter(({ taken }) => taken)).toHaveLength(10);
    expect(await stockOf(item_id)).toEqual([0, 10]);
  });

  it("does not deadlock purchases of the same items in opposite order", async () => {
    const [a, b] = [await listPhone(), await listPhone()];
    const buy = (ids: string[]) =>
      rpc.takeStock({ purchase_key: newKey(), lines: ids.map((item_id) => ({ item_id, quantity: 1 })) });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => buy(index % 2 ? [a, b] : [b, a])),
    );
    expect(answers.every(({ taken }) => taken)).toBe(true);
  });
});

describe("returning stock", () => {
  it("returns once, also for parallel calls", async () => {
    const item_id = await listPhone();
    const purchase_key = newKey();
    await rpc.takeStock({ purchase_key, lines: [{ item_id, quantity: 4 }] });
    const answers = await Promise.all([rpc.returnStock({ purchase_key }), rpc.returnStock({ purchase_key })]);
    expect(answers.filter(({ returned }) => returned)).toHaveLength(1);
    expect(await stockOf(item_id)).toEqual([10, 0]);
  });

  it("uses up a key that took nothing, so that a late purchase takes nothing", async () => {
    const item_id = await listPhone();
    const purchase_key = newKey();
    expect(await rpc.returnStock({ purchase_key })).toEqual({ returned: false });
    const late = await rpc.takeStock({ purchase_key, lines: [{ item_id, quantity: 1 }] });
    expect(late).toEqual({ taken: false, faults: [] });
    expect(await stockOf(item_id)).toEqual([10, 0]);
  });
});

describe("switching Flex", () => {
  const outcomeOf = async (item_id: string, on: boolean) => (await rpc.setFlex({ item_id, on })).outcome;

  it("changes the item's tags, once", async () => {
    const id = await listPhone({
      shippingTags: ["self_service_available", "self_service_out", "mandatory_free_shipping"],
    });
    expect(await outcomeOf(id, true)).toBe("changed");
    expect((await deps.items.get(id)).shippingTags).toEqual([
      "self_service_available",
      "self_service_in",
      "mandatory_free_shipping",
    ]);
    expect(await outcomeOf(id, true)).toBe("unchanged");
    expect(await outcomeOf(id, false)).toBe("changed");
    expect(await outcomeOf(id, false)).toBe("unchanged");
  });

  it("lets exactly one of parallel calls see the change", async () => {
    const id = await listPhone();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(id, true)));
    expect(outcomes.filter((outcome) => outcome === "changed")).toHaveLength(1);
  });

  it("refuses items that are not active, do not offer Flex or do not exist", async () => {
    expect(await outcomeOf(await listPhone({ status: "paused" }), true)).toBe("not_active");
    expect(await outcomeOf(await listPhone({ shippingTags: [] }), true)).toBe("not_offered");
    expect(await outcomeOf("MLA1", true)).toBe("not_found");
  });
});

describe("internal calls", () => {
  it("answers which items are vehicles, and leaves unknown items out", async () => {
    const car = await listPhone({
      domainId: "MLA-CARS_AND_VANS",
      categoryId: leafOf("MLA-CARS_AND_VANS").id,
    });
    const found = await rpc.items({ ids: [car, await listPhone(), "MLA1"] });
    expect(found.map(({ vehicle }) => vehicle).toSorted()).toEqual([false, true]);
  });

  it("answers the shipping preferences of a category, and null for an unknown one", async () => {
    const { id } = leafOf("MLA-FLAMMABLE_SOLVENTS");
    expect(await rpc.shippingPreferences({ category_id: id })).toEqual({
      category_id: id,
      logistics: [],
      flex_opt_in_only: true,
    });
    expect(await rpc.shippingPreferences({ category_id: "MLA999999999" })).toBeNull();
  });

  it("answers whether a seller has an active listing that ships by ME2", async () => {
    await listPhone({ sellerId: 4_000_000_001, status: "paused" });
    expect(await rpc.hasActiveMe2Listing({ seller_id: 4_000_000_001 })).toBe(false);
    await listPhone({ sellerId: 4_000_000_001 });
    expect(await rpc.hasActiveMe2Listing({ seller_id: 4_000_000_001 })).toBe(true);
  });
});
