import { asAnotherRequest } from "@marketplace/testkit/postgres";
import { describe, expect, it } from "vitest";
import { leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import { insertItems } from "../items/items.repo.ts";
import { adoptChanges } from "./item-changes.repo.ts";

const { deps, listPhone, list } = await startCatalog();
const { itemChanges, db } = deps;

const numberOf = (id: string) => Number(id.slice(3));
const newsAfter = async (cursor: string) => {
  const news = await itemChanges.since(cursor);
  if (!news) throw new Error("the cursor is not known any more");
  return news;
};
const update = (set: string, ...values: unknown[]) => db.pool.query(`UPDATE items SET ${set}`, values);

describe("changes of items", () => {
  it("are found once by a reader that goes on from its cursor", async () => {
    const begun = await itemChanges.present();
    const ids = [await listPhone(), await listPhone()];
    const first = await newsAfter(begun);
    expect(first.numbers).toEqual(ids.map(numberOf));
    expect((await newsAfter(first.cursor)).numbers).toEqual([]);
    expect((await newsAfter(begun)).numbers).toEqual(ids.map(numberOf));
  });

  it("that commit after later ones are not skipped", async () => {
    const begun = await itemChanges.present();
    const { late, early, between } = await db.transaction(async () => {
      const [late = ""] = await insertItems(db, [phone({ title: "Un celular lento" })]);
      return asAnotherRequest(async () => {
        const early = await listPhone();
        const between = await newsAfter(begun);
        return { late, early, between };
      });
    });
    expect(between.numbers).toEqual([numberOf(early)]);
    expect(numberOf(late)).toBeLessThan(numberOf(early));
    expect((await newsAfter(between.cursor)).numbers).toEqual([numberOf(late)]);
  });

  it("that are rolled back were none", async () => {
    const begun = await itemChanges.present();
    const failing = db.transaction(async () => {
      await insertItems(db, [phone()]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect((await newsAfter(begun)).numbers).toEqual([]);
  });

  it("are those that search shows, while the item is or was active", async () => {
    const id = await listPhone();
    const paused = await listPhone({ status: "paused" });
    const told = async (set: string, of = id) => {
      const { cursor } = await newsAfter(await itemChanges.present());
      await update(`${set} WHERE id = $1`, of);
      return (await newsAfter(cursor)).numbers.length;
    };
    expect(await told("title = 'Otro'")).toBe(1);
    expect(await told("title = 'Otro'")).toBe(0);
    expect(await told("available_quantity = 1, sold_quantity = 9, last_updated = now()")).toBe(0);
    expect(await told("status = 'paused'")).toBe(1);
    expect(await told("price = 3")).toBe(0);
    expect(await told("status = 'active'")).toBe(1);
    expect(await told("price = 4", paused)).toBe(0);
    const { cursor } = await newsAfter(await itemChanges.present());
    await db.pool.query("DELETE FROM items WHERE id = ANY ($1)", [[id, paused]]);
    expect((await newsAfter(cursor)).numbers).toEqual([numberOf(id)]);
  });

  it("are found by their seller", async () => {
    const begun = await itemChanges.present();
    const [own = ""] = await list(phone({ sellerId: 4_000_000_071 }), phone());
    const of = (cursor: string, seller: number) => itemChanges.ofSeller(cursor, seller);
    const { cursor, numbers } = await of(begun, 4_000_000_071);
    expect(numbers).toEqual([numberOf(own)]);
    expect((await of(cursor, 4_000_000_071)).numbers).toEqual([]);
    const [second = ""] = await list(phone({ sellerId: 4_000_000_071 }));
    await update("title = 'Otro' WHERE id = $1", own);
    expect((await of(begun, 4_000_000_071)).numbers).toEqual([own, second].map(numberOf));
    expect((await of(begun, 4_000_000_072)).numbers).toEqual([]);
  });
});

describe("changes of categories", () => {
  it("are one row per category whose name or path differs, however many items it has", async () => {
    const { id } = leafOf("MLA-NOTEBOOKS");
    const begun = await itemChanges.present();
    await db.pool.query("UPDATE categories SET picture = 'http://img.example/c.jpg' WHERE id = $1", [id]);
    expect((await newsAfter(begun)).categories).toEqual([]);
    await db.pool.query("UPDATE categories SET name = 'Portátiles' WHERE id = $1", [id]);
    expect(await newsAfter(begun)).toMatchObject({ numbers: [], categories: [id] });
  });

  it("change what says that a tree is another one", async () => {
    const before = await newsAfter(await itemChanges.present());
    await db.transaction(() => deps.tree.beginVersion("MLA"));
    expect((await newsAfter(before.cursor)).trees).not.toBe(before.trees);
  });
});

describe("changes that are not known any more", () => {
  it("are those before the clean-up, which keeps what a transaction may still change", async () => {
    const begun = await itemChanges.present();
    await listPhone();
    const { cursor } = await newsAfter(begun);
    await db.transaction(async () => {
      await insertItems(db, [phone({ title: "Otro celular lento" })]);
      await asAnotherRequest(() => itemChanges.cleanUp(0));
    });
    expect(await itemChanges.since(begun)).toBeUndefined();
    expect((await newsAfter(cursor)).numbers).toHaveLength(1);
    await itemChanges.cleanUp(3_600);
    expect((await newsAfter(cursor)).numbers).toHaveLength(1);
  });

  it("are those of another server, of a later time, and of an unknown cursor", async () => {
    const present = await itemChanges.present();
    const [origin = "", snapshot = ""] = present.split(" ");
    const later = `${Number(snapshot.split(":")[1]) + 1_000}`;
    for (const cursor of [
      `1/${origin.slice(origin.indexOf("/") + 1)} ${snapshot}`,
      `${origin} ${later}:${later}:`,
      "none",
      "",
    ])
      expect([cursor, await itemChanges.since(cursor)]).toEqual([cursor, undefined]);
    expect(await itemChanges.since(present)).toBeDefined();
  });
});

describe("changes that another server wrote", () => {
  it("are settled by the first reader, once; others follow and clean up", async () => {
    const known = await itemChanges.present();
    const id = await listPhone();
    const own = await itemChanges.present();
    await db.pool.query("UPDATE item_changes SET xid = '900000000000'");
    await db.pool.query("UPDATE item_change_retention SET deleted_xid = '900000000000', origin = '1/2/3'");
    expect(await itemChanges.since(known)).toBeUndefined();
    expect(await itemChanges.since(own)).toBeUndefined();
    const settled = await itemChanges.present();
    expect(await newsAfter(settled)).toMatchObject({ numbers: [], categories: [] });
    await update("title = 'Restaurado' WHERE id = $1", id);
    await itemChanges.present();
    const { cursor, numbers } = await newsAfter(settled);
    expect(numbers).toEqual([numberOf(id)]);
    await itemChanges.cleanUp(0);
    expect((await db.pool.query("SELECT FROM item_changes")).rowCount).toBe(0);
    expect(await itemChanges.since(settled)).toBeUndefined();
    expect(await itemChanges.since(cursor)).toBeDefined();
  });

  it.each([
    "UPDATE item_change_retention SET origin = NULL",
    "UPDATE item_change_retention SET deleted_xid = '900000000000'",
    "INSERT INTO item_changes (item_no, xid) VALUES (1, '900000000000')",
  ])("are told by what is stored: %s", async (statement) => {
    const before = await itemChanges.present();
    await db.pool.query(statement);
    expect(await itemChanges.since(before)).toBeUndefined();
    const settled = await itemChanges.present();
    expect((await newsAfter(settled)).numbers).toEqual([]);
  });

  it("are settled without losing what a running transaction changes here", async () => {
    await db.pool.query("UPDATE item_change_retention SET origin = NULL");
    const { late, settled } = await db.transaction(async () => {
      const [late = ""] = await insertItems(db, [phone({ title: "Un celular en vuelo" })]);
      return { late, settled: await asAnotherRequest(() => itemChanges.present()) };
    });
    expect((await newsAfter(settled)).numbers).toEqual([numberOf(late)]);
  });
});

describe("changes in a database that was copied", () => {
  const origins = async () => {
    const { rows } = await db.pool.query<{ origin: string }>("SELECT origin FROM item_change_retention");
    return rows[0]?.origin.split(" ") ?? [];
  };
  const setOrigin = (origin: string) =>
    db.pool.query("UPDATE item_change_retention SET origin = $1", [origin]);
  const adopt = () => adoptChanges({ databaseUrl: db.pool.options.connectionString ?? "", log: deps.log });
  /** A cursor as one of the database that was copied gave it. */
  const copiedFrom = async () => {
    const [own = "", ...snapshot] = (await itemChanges.present()).split(" ");
    const [server, , timeline] = own.split("/");
    const other = `${server}/1/${timeline}`;
    return { own, other, cursor: [other, ...snapshot].join(" ") };
  };

  it("are read by cursors of the other database once they are adopted", async () => {
    const { own, other, cursor } = await copiedFrom();
    await setOrigin(other);
    expect(await itemChanges.since(cursor)).toBeUndefined();
    await adopt();
    await adopt();
    expect(await origins()).toEqual([own, other]);
    const id = await listPhone();
    expect((await newsAfter(cursor)).numbers).toEqual([numberOf(id)]);
    expect((await newsAfter(cursor)).cursor.startsWith(own)).toBe(true);
  });

  it("are not adopted from another server or timeline, nor from a time that is yet to come", async () => {
    const { own, other } = await copiedFrom();
    const [server = "", database, timeline] = own.split("/");
    for (const origin of [`1/${database}/${timeline}`, `${server}/1/0000000F`]) {
      await setOrigin(origin);
      await adopt();
      expect(await origins()).toEqual([origin]);
    }
    await setOrigin(other);
    await db.pool.query("UPDATE item_change_retention SET deleted_xid = '900000000000'");
    await adopt();
    expect(await origins()).toEqual([other]);
    await itemChanges.present();
    expect(await origins()).toEqual([own]);
  });
});
