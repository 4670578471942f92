import { expect, test } from "vitest";
import type { SearchIndex } from "../port.ts";
import { find, item, put } from "./items.ts";

/** Filters, totals, facets, sorts and scans. */
export function facetsConform(index: () => SearchIndex): void {
  const shop = () =>
    put(index(), [
      item(1, { title: "mesa", price: 30, keys: ["category=A", "condition=new"], sellerId: 5 }),
      item(2, { title: "mesa", price: 10, keys: ["category=A", "condition=used"], sellerId: 6 }),
      item(3, { title: "mesa", price: null, keys: ["category=B", "condition=new"], sellerId: 5 }),
      item(4, { title: "mesa", price: 30, keys: ["category=A", "condition=new"], sellerId: 5 }),
      item(5, { title: "silla", price: 20, keys: ["category=A"], sellerId: 5 }),
    ]);

  test("an item has all the keys of a query, the seller and the price", async () => {
    await shop();
    const numbers = async (query: Parameters<typeof find>[1]) => (await find(index(), query)).numbers;
    expect(await numbers({ keys: ["category=A", "condition=new"] })).toEqual([4, 1]);
    expect(await numbers({ keys: ["category=A"], text: "mesa", sellerId: 5 })).toEqual([4, 1]);
    expect(await numbers({ sellerId: 6 })).toEqual([2]);
    expect(await numbers({ keys: ["category=none"] })).toEqual([]);
    expect(await numbers({ sellerId: 7 })).toEqual([]);
    expect(await numbers({ price: { from: 20, to: 30 } })).toEqual([5, 4, 1]);
    expect(await numbers({ text: "mesa", price: { from: undefined, to: 29.99 } })).toEqual([2]);
    expect(await numbers({})).toEqual([5, 4, 3, 2, 1]);
  });

  test("totals and facets count all matches, on every page", async () => {
    await shop();
    const counts = { "category=A": 3, "category=B": 1, "condition=new": 3, "condition=used": 1 };
    for (const offset of [0, 3, 9]) {
      const found = await find(index(), { text: "mesa" }, { offset, limit: 2 });
      expect(found).toMatchObject({ total: 4, keys: counts });
      expect(Object.keys(found.keys)).toHaveLength(4);
      expect(found.numbers).toEqual([4, 3, 2, 1].slice(offset, offset + 2));
    }
  });

  test("prices sort with the newest first among equals, and without a price last", async () => {
    await shop();
    expect((await find(index(), {}, { sort: "price_asc" })).numbers).toEqual([2, 5, 4, 1, 3]);
    expect((await find(index(), {}, { sort: "price_desc" })).numbers).toEqual([4, 1, 5, 2, 3]);
    expect((await find(index(), {}, { sort: "price_asc", offset: 1, limit: 2 })).numbers).toEqual([5, 4]);
  });

  test("price ranges hold a third each, and count what they find", async () => {
    const prices = [5, 5, 10, 10, 20, 20.5, 30, 40, 50];
    await put(
      index(),
      [...prices, null].map((price, no) => item(no + 1, { title: "mesa", price })),
    );
    const found = await find(index(), { text: "mesa" });
    expect(found.prices).toEqual([
      { from: undefined, to: 10, results: 4 },
      { from: 10.01, to: 20.5, results: 2 },
      { from: 20.51, to: undefined, results: 3 },
    ]);
    for (const { results, ...price } of found.prices) {
      expect((await find(index(), { text: "mesa", price })).total).toBe(results);
    }
  });

  test("a scan answers every match once, the newest first, without its newer ones", async () => {
    await shop();
    const query = { siteId: "MLA", text: "mesa", keys: ["category=A"] };
    expect(await index().scan(query, { before: undefined, limit: 2 })).toEqual({ total: 3, numbers: [4, 2] });
    await put(index(), [item(9, { title: "mesa", keys: ["category=A"] })]);
    expect(await index().scan(query, { before: 2, limit: 2 })).toMatchObject({ numbers: [1] });
    expect(await index().scan(query, { before: 1, limit: 2 })).toMatchObject({ numbers: [] });
  });

  test("a category that is predicted ranks higher, but changes no total", async () => {
    await put(index(), [
      item(1, { title: "funda celular", keys: ["category=PHONES"] }),
      item(2, { title: "funda celular", keys: ["category=CASES"] }),
    ]);
    const found = await find(index(), { text: "celular", predicted: "category=PHONES" });
    expect(found).toMatchObject({ total: 2, numbers: [1, 2] });
    expect((await find(index(), { text: "celular", predicted: "category=none" })).numbers).toEqual([2, 1]);
    expect(
      (await find(index(), { text: "celular", predicted: "category=PHONES" }, { sort: "price_asc" })).numbers,
    ).toEqual([2, 1]);
  });
}
