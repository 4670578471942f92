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

describe("the stock of variations", () => {
  const variation = (id: number, available: number, value_name: string) => ({
    id,
    combinations: [{ id: "COLOR", name: "Color", value_id: null, value_name }],
    attributes: [{ id: "SELLER_SKU", name: "SKU", value_id: null, value_name: `sku ${id}` }],
    available,
    sold: 0,
    picture_ids: [],
    seller_custom_field: null,
    catalog_product_id: null,
  });
  const listColors = (...variations: ReturnType<typeof variation>[]) =>
    listPhone({
      variations,
      availableQuantity: variations.reduce((sum, { available }) => sum + available, 0),
    });
  const variationsOf = async (id: string) =>
    (await deps.items.get(id)).variations.map(({ id: number, available, sold }) => [number, available, sold]);
  const take = (...lines: { item_id: string; variation_id?: number; quantity: number }[]) =>
    rpc.takeStock({ purchase_key: newKey(), lines });

  it("is taken from the variation of each line, and the item has the sum", async () => {
    const item_id = await listColors(variation(1, 5, "Negro"), variation(2, 4, "Azul"));
    const answer = await take(
      { item_id, variation_id: 2, quantity: 1 },
      { item_id, variation_id: 1, quantity: 2 },
      { item_id, variation_id: 2, quantity: 2 },
    );
    expect(answer).toMatchObject({
      taken: true,
      items: [
        { id: item_id, available_quantity: 4, variations: [{ id: 1 }, { id: 2, seller_sku: "sku 2" }] },
      ],
    });
    expect(await variationsOf(item_id)).toEqual([
      [1, 3, 2],
      [2, 1, 3],
    ]);
    expect(await stockOf(item_id)).toEqual([4, 5]);
  });

  it("of the last one pauses the item, and returned activates it again", async () => {
    const item_id = await listColors(variation(1, 1, "Negro"), variation(2, 0, "Azul"));
    const purchase_key = newKey();
    const lines = [{ item_id, variation_id: 1, quantity: 1 }];
    await rpc.takeStock({ purchase_key, lines });
    expect(await deps.items.get(item_id)).toMatchObject({ status: "paused", subStatus: ["out_of_stock"] });
    expect(await rpc.returnStock({ purchase_key })).toEqual({ returned: true });
    expect(await deps.items.get(item_id)).toMatchObject({ status: "active", availableQuantity: 1 });
    expect(await variationsOf(item_id)).toEqual([
      [1, 1, 0],
      [2, 0, 0],
    ]);
  });

  it("needs the variation to be named, known and in stock", async () => {
    const item_id = await listColors(variation(1, 5, "Negro"), variation(2, 0, "Azul"));
    const plain = await listPhone();
    expect(
      await take(
        { item_id, quantity: 1 },
        { item_id, variation_id: 7, quantity: 1 },
        { item_id, variation_id: 2, quantity: 1 },
        { item_id: plain, variation_id: 1, quantity: 1 },
      ),
    ).toEqual({
      taken: false,
      faults: [
        { item_id, reason: "not_active", variation: "needed" },
        { item_id, variation_id: 7, reason: "not_active", variation: "unknown" },
        { item_id, variation_id: 2, reason: "insufficient" },
        { item_id: plain, variation_id: 1, reason: "not_active", variation: "unknown" },
      ],
    });
    expect([await stockOf(item_id), await stockOf(plain)]).toEqual([
      [5, 0],
      [10, 0],
    ]);
  });

  it("of one goes to one of fifty purchases", async () => {
    const item_id = await listColors(variation(1, 1, "Negro"), variation(2, 9, "Azul"));
    const line = { item_id, variation_id: 1, quantity: 1 };
    const answers = await Promise.all(Array.from({ length: 50 }, () => take(line)));
    expect(answers.filter(({ taken }) => taken)).toHaveLength(1);
    expect(await variationsOf(item_id)).toEqual([
      [1, 0, 1],
      [2, 9, 0],
    ]);
  });

  it("does not come back to a variation that was removed", async () => {
    const item_id = await listColors(variation(1, 3, "Negro"), variation(2, 4, "Azul"));
    const purchase_key = newKey();
    await rpc.takeStock({ purchase_key, lines: [{ item_id, variation_id: 1, quantity: 1 }] });
    const { variations, ...item } = await deps.items.get(item_id);
    await deps.items.update({ ...item, variations: variations.slice(1), availableQuantity: 4 });
    // What was sold stays sold: the item's number is not the sum of the variations that are left.
    expect(await stockOf(item_id)).toEqual([4, 1]);
    expect(await rpc.returnStock({ purchase_key })).toEqual({ returned: true });
    expect(await stockOf(item_id)).toEqual([4, 0]);
  });

  it("leaves the stock that an item got after its last variation was removed", async () => {
    const sold = async () => {
      const [item_id, purchase_key] = [await listColors(variation(1, 3, "Negro")), newKey()];
      await rpc.takeStock({ purchase_key, lines: [{ item_id, variation_id: 1, quantity: 1 }] });
      const item = await deps.items.get(item_id);
      await deps.items.update({ ...item, variations: [], availableQuantity: 10 });
      return { item_id, purchase_key };
    };
    const [{ item_id, purchase_key }, other] = [await sold(), await sold()];
    expect(await rpc.returnStock({ purchase_key })).toEqual({ returned: true });
    const units = { return_key: newKey(), item_id: other.item_id, variation_id: 1, quantity: 1 };
    expect(await rpc.returnUnits(units)).toEqual({ returned: true });
    for (const id of [item_id, other.item_id]) {
      expect(await stockOf(id)).toEqual([10, 0]);
      expect(await deps.items.get(id)).toMatchObject({ status: "active" });
    }
  });

  it("never counts fewer than no units as sold: the demo's orders were not bought here", async () => {
    const plain = await listPhone();
    const colored = await listColors(variation(1, 3, "Negro"));
    await rpc.returnUnits({ return_key: newKey(), item_id: plain, quantity: 1 });
    await rpc.returnUnits({ return_key: newKey(), item_id: colored, variation_id: 1, quantity: 2 });
    expect([await stockOf(plain), await stockOf(colored)]).toEqual([
      [11, 0],
      [5, 0],
    ]);
    expect((await deps.items.get(colored)).variations).toMatchObject([{ available: 5, sold: 0 }]);
  });

  it("is sold of an item as of its variations, though one gets back what was never counted", async () => {
    const item_id = await listColors(variation(1, 3, "Negro"), variation(2, 4, "Azul"));
    await take({ item_id, variation_id: 1, quantity: 2 });
    await rpc.returnUnits({ return_key: newKey(), item_id, variation_id: 2, quantity: 2 });
    expect(await stockOf(item_id)).toEqual([7, 2]);
    expect(await variationsOf(item_id)).toEqual([
      [1, 1, 2],
      [2, 6, 0],
    ]);
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

describe("returning the units of one order", () => {
  it("gives back its line alone, once, also for parallel calls", async () => {
    const [a, b] = [await listPhone(), await listPhone()];
    const lines = [a, b].map((item_id) => ({ item_id, quantity: 4 }));
    await rpc.takeStock({ purchase_key: newKey(), lines });
    const units = { return_key: newKey(), item_id: a, quantity: 4 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => rpc.returnUnits(units)));
    expect(answers.filter(({ returned }) => returned)).toHaveLength(1);
    expect([await stockOf(a), await stockOf(b)]).toEqual([
      [10, 0],
      [6, 4],
    ]);
  });
});

describe("what other services may know of an item", () => {
  it("has what an order keeps of it: SKU, terms, condition and fee of a unit", async () => {
    const id = await listPhone({
      price: 1_000,
      listingTypeId: "gold_special",
      sellerCustomField: "own 7",
      attributes: [{ id: "SELLER_SKU", name: "SKU", value_id: null, value_name: "sku 7" }],
      saleTerms: [
        { id: "WARRANTY_TYPE", name: "Garantía", value_id: "2230280", value_name: "Garantía del vendedor" },
        { id: "MANUFACTURING_TIME", name: "Disponibilidad", value_id: null, value_name: "20 días" },
      ],
    });
    expect(await rpc.items({ ids: [id] })).toMatchObject([
      {
        seller_sku: "sku 7",
        seller_custom_field: "own 7",
        warranty: "Garantía del vendedor",
        manufacturing_days: 20,
        listing_type_id: "gold_special",
        sale_fee: 330,
      },
    ]);
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

  it("leaves an item that is on already, whatever its status and whether it still offers Flex", async () => {
    const shippingTags = ["self_service_in"];
    expect(await outcomeOf(await listPhone({ shippingTags }), true)).toBe("unchanged");
    for (const status of ["paused", "closed"] as const) {
      const id = await listPhone({ status, shippingTags });
      expect(await outcomeOf(id, true)).toBe("unchanged");
      expect(await outcomeOf(id, false)).toBe("not_active");
      expect((await deps.items.get(id)).shippingTags).toEqual(shippingTags);
    }
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

  it("answers of which items the category is bought online, and 0 for no price", async () => {
    const domainId = "MLA-NOTEBOOKS";
    await deps.db.execute(
      `UPDATE categories SET settings = settings::jsonb || '{"buying_allowed": false}' WHERE id = $1`,
      [leafOf(domainId).id],
    );
    const priceless = await listPhone({ domainId, price: null });
    const [found] = await rpc.items({ ids: [priceless] });
    expect(found).toMatchObject({ price: 0, buying_allowed: false });
    expect(await rpc.items({ ids: [await listPhone()] })).toMatchObject([{ buying_allowed: true }]);
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
