import { expect, test } from "vitest";
import type { SearchIndex } from "../port.ts";
import { find, item, numbersFor, put, titled } from "./items.ts";

/** Changes, cursors and sites. */
export function changesConform(index: () => SearchIndex): void {
  test("an empty index has no cursor and finds nothing", async () => {
    expect(index().cursor()).toBeUndefined();
    expect(index().health()).toMatchObject({ items: 0, cursor: undefined });
    expect(await find(index(), { text: "mesa" })).toEqual({ total: 0, numbers: [], keys: {}, prices: [] });
    expect(await index().scan({ siteId: "MLA", keys: [] }, { before: undefined, limit: 5 })).toMatchObject({
      total: 0,
      numbers: [],
    });
  });

  test("the cursor is that of the last changes", async () => {
    await index().apply({ put: titled("mesa"), remove: [], cursor: "7" });
    await index().apply({ put: [], remove: [], cursor: "8" });
    expect(index().cursor()).toBe("8");
    expect(index().health()).toMatchObject({ items: 1, cursor: "8" });
  });

  test("the same changes may come twice", async () => {
    const changes = { put: titled("mesa roja", "mesa verde"), remove: [3], cursor: "7" };
    await index().apply(changes);
    await index().apply(changes);
    expect(await find(index(), { text: "mesa" })).toMatchObject({ total: 2, numbers: [2, 1] });
    expect(index().health().items).toBe(2);
  });

  test("an item is found by its last text, price and keys only", async () => {
    await put(index(), [item(1, { title: "mesa roja", price: 10, keys: ["condition=new"] })]);
    await put(index(), [item(1, { title: "silla roja", price: 20, keys: ["condition=used"] })]);
    expect(await numbersFor(index(), "mesa")).toEqual([]);
    expect(await find(index(), { text: "silla" })).toEqual({
      total: 1,
      numbers: [1],
      keys: { "condition=used": 1 },
      prices: [{ from: undefined, to: 20, results: 1 }],
    });
    await put(index(), [item(1, { title: "silla roja", price: 30, keys: ["condition=used"] })]);
    expect((await find(index(), { price: { from: 25, to: undefined } })).numbers).toEqual([1]);
  });

  test("a removed item is not found until it is put again", async () => {
    await put(index(), titled("mesa", "mesa"));
    await index().apply({ put: [], remove: [1, 9], cursor: "2" });
    expect(await numbersFor(index(), "mesa")).toEqual([2]);
    await put(index(), titled("mesa"));
    expect(await numbersFor(index(), "mesa")).toEqual([2, 1]);
  });

  test("sites are apart, and an item that changes its site leaves the old one", async () => {
    await put(index(), [item(1, { title: "mesa" }), item(2, { title: "mesa", siteId: "MLB" })]);
    expect(await numbersFor(index(), "mesa")).toEqual([1]);
    expect(await numbersFor(index(), "mesa", "MLB")).toEqual([2]);
    await put(index(), [item(1, { title: "mesa", siteId: "MLB" })]);
    expect(await numbersFor(index(), "mesa")).toEqual([]);
    expect(await numbersFor(index(), "mesa", "MLB")).toEqual([2, 1]);
  });

  test("everything holds after many changes of the same items", async () => {
    for (let round = 0; round < 8; round++) {
      await put(
        index(),
        Array.from({ length: 400 }, (_, no) =>
          item(no + 1, { title: `mesa ${round}`, keys: [`ROUND=${round}`] }),
        ),
      );
    }
    expect(await find(index(), { text: "mesa 7" }, { limit: 3 })).toMatchObject({
      total: 400,
      numbers: [400, 399, 398],
      keys: { "ROUND=7": 400 },
    });
    expect((await find(index(), { keys: ["ROUND=6"] })).total).toBe(0);
    expect(index().health().items).toBe(400);
  });
}
