import { describe, expect, it } from "vitest";
import { afterChange } from "./at-site.ts";
import { eachOnce, findRows, whereFound } from "./found-rows.ts";

/** Databases as the ids that they have; `undefined` is home. */
type Held = Map<string | undefined, Set<number>>;
type Database = { ids: Set<number> };

const firstOfMla = 4_199_500_000_000_000;

function placesOf(held: Held, isUnsettled = false) {
  const sites = [...held.keys()].filter((siteId) => siteId !== undefined);
  return {
    alone: <T>(siteId: string | undefined, work: (of: Database) => Promise<T>) =>
      work({ ids: held.get(siteId) ?? new Set() }),
    others: async () => sites,
    afterHome: async () => sites,
    unsettled: () => isUnsettled,
  };
}
const rowsOf = (id: number, repeatable = false) => ({
  id,
  areIn: async ({ ids }: Database) => ids.has(id),
  repeatable,
});

describe("work on a row whose id is of home's range", () => {
  it("is done at home, and not looked for elsewhere, while it succeeds", async () => {
    const held: Held = new Map([[undefined, new Set([5])]]);
    const done: unknown[] = [];
    const perform = async (siteId: string | undefined) => done.push(siteId);
    await whereFound(rowsOf(5), placesOf(held), perform);
    expect(done).toEqual([undefined]);
  });

  it("that fails at home is done at the site that has the row", async () => {
    const held: Held = new Map([
      [undefined, new Set()],
      ["MLB", new Set()],
      ["MLC", new Set([5])],
    ]);
    const perform = async (siteId: string | undefined) => {
      if (siteId === undefined) throw new Error("unknown");
      return siteId;
    };
    expect(await whereFound(rowsOf(5), placesOf(held), perform)).toBe("MLC");
    await expect(whereFound(rowsOf(6), placesOf(held), perform)).rejects.toThrow("unknown");
    held.get(undefined)?.add(5);
    await expect(whereFound(rowsOf(5), placesOf(held), perform)).rejects.toThrow("unknown");
  });

  it.each([
    [{ repeatable: true, unsettled: true }, [undefined, "MLC"]],
    [{ repeatable: true, unsettled: false }, [undefined]],
    [{ repeatable: false, unsettled: true }, [undefined]],
  ])(
    "is done again where the row has gone meanwhile, if that changes nothing: %j",
    async (given, expected) => {
      const held: Held = new Map([
        [undefined, new Set([5])],
        ["MLC", new Set()],
      ]);
      const done: unknown[] = [];
      const perform = async (siteId: string | undefined) => {
        held.get(undefined)?.delete(5);
        held.get("MLC")?.add(5);
        done.push(siteId);
      };
      await whereFound(rowsOf(5, given.repeatable), placesOf(held, given.unsettled), perform);
      expect(done).toEqual(expected);
    },
  );

  it("is not done again when what failed came after its change", async () => {
    const held: Held = new Map([
      [undefined, new Set()],
      ["MLC", new Set([5])],
    ]);
    const done: unknown[] = [];
    const perform = async (siteId: string | undefined) => {
      done.push(siteId);
      await afterChange({}, undefined, async () => {
        throw new Error("flex is away");
      });
    };
    await expect(whereFound(rowsOf(5, true), placesOf(held, true), perform)).rejects.toThrow("flex is away");
    expect(done).toEqual([undefined]);
  });
});

describe("rows by their ids", () => {
  it("are found where their ids say, at home, and where home's have gone", async () => {
    const held: Held = new Map([
      [undefined, new Set([1, 2])],
      ["MLA", new Set([firstOfMla, 3])],
      ["MLC", new Set([2, 4, firstOfMla + 1])],
    ]);
    const asked: [string, number[]][] = [];
    const places = placesOf(held);
    const found = await findRows(
      {
        ...places,
        alone: (siteId, work) =>
          places.alone(siteId, (of) => {
            return work({ ...of, name: siteId ?? "home" } as Database);
          }),
      },
      [4, firstOfMla, 1, 2, 3, firstOfMla + 1],
      {
        async find(of: Database, ids) {
          asked.push([String(Object(of).name), [...ids]]);
          return ids.filter((id) => of.ids.has(id)).map((id) => ({ id, from: String(Object(of).name) }));
        },
        idOf: ({ id }) => id,
      },
    );
    expect(found).toEqual([
      { id: firstOfMla, from: "MLA" },
      { id: 1, from: "home" },
      { id: 2, from: "home" },
      { id: 3, from: "MLA" },
      { id: 4, from: "MLC" },
    ]);
    // Home has the second: what is left of it elsewhere does not count.
    expect(asked).toContainEqual(["MLC", [4, 3]]);
  });

  it("of a fan-out are each there once, as the first database has them", () => {
    const [home, site] = [
      { id: 1, from: "home" },
      { id: 1, from: "site" },
    ] as const;
    expect(eachOnce<{ id: number; from: string }>([[home], [site, { id: 2, from: "site" }]])).toEqual([
      home,
      { id: 2, from: "site" },
    ]);
  });
});
