import { systemClock } from "@marketplace/server";
import { describe, expect, it } from "vitest";
import type { Category } from "../categories/categories.schema.ts";
import { createSearchNames } from "./search-names.service.ts";

const sources = {
  categories: {
    get: async (id: string) => ({ id, name: id, settings: { listing_allowed: true } }) as Category,
    roots: async () => [],
    children: async () => [],
  },
  treesVersion: () => "1",
  clock: systemClock,
};

/** A tree that is changed while a name is read: what was read is of the version before. */
function renamed() {
  let version = 1;
  let changing = true;
  const stored = () => `name ${version}`;
  const read = async <T>(of: (name: string) => T): Promise<T> => {
    const value = of(stored());
    if (changing) version += 1;
    changing = false;
    return value;
  };
  const names = (_: string, ids: readonly string[]) =>
    read((name) => new Map(ids.map((id) => [id, name] as const)));
  return createSearchNames({
    categories: {
      get: (id) => read((name) => ({ id, name, settings: { listing_allowed: true } }) as Category),
      roots: () => read((name) => [{ id: "MLA1", name }]),
      children: () => read((name) => [{ id: "MLA2", name }]),
    },
    attributeNames: { attributes: names, values: names },
    treesVersion: () => String(version),
    clock: systemClock,
  });
}

type Asked = ReturnType<typeof renamed>;

describe("a name that is read before a rename", () => {
  it.each<[string, (names: Asked) => Promise<string | undefined>]>([
    ["a category", async (names) => (await names.category("MLA1")).name],
    ["a site's first level", async (names) => (await names.below("MLA", undefined))[0]?.name],
    ["categories below", async (names) => (await names.below("MLA", "MLA1"))[0]?.name],
    ["an attribute", async (names) => (await names.attributes("MLA", ["BRAND"])).get("BRAND")],
    ["a value", async (names) => (await names.values("MLA", ["BRAND=1"])).get("BRAND=1")],
  ])("is not remembered as one after it: %s", async (_, name) => {
    const names = renamed();
    expect([await name(names), await name(names)]).toEqual(["name 1", "name 2"]);
  });
});

it("values that no category has take a bounded amount of memory, however long they are", async () => {
  const read: string[] = [];
  const names = createSearchNames({
    ...sources,
    attributeNames: {
      attributes: async () => new Map(),
      async values(_, ids) {
        read.push(...ids);
        return new Map();
      },
    },
  });
  const longValue = (no: number) => `BRAND=${no}${"x".repeat(100_000)}`;
  for (let no = 0; no < 200; no += 1) await names.values("MLA", [longValue(no)]);
  await names.values("MLA", [longValue(199)]);
  expect(read).toHaveLength(200);
  await names.values("MLA", [longValue(0)]);
  expect(read).toHaveLength(201);
});
