import { describe, expect, it } from "vitest";
import { leafOf } from "../catalog.fixture.ts";
import { blankContent, draftOf } from "./item-draft.rules.ts";
import type { ItemChange } from "./item-input.schema.ts";
import type { ItemContent } from "./items.schema.ts";

// A category without attributes of its own takes all.
const target = { category: leafOf("MLA-CELLPHONES"), attributes: [] };
const draft = (present: ItemContent, change: ItemChange) => draftOf(present, change, target);

const named = (...names: number[]) => names.map((name) => ({ id: `A_${name}`, value_name: "x" }));
const many = (count: number) => named(...Array.from({ length: count }, (_, index) => index));

describe("attributes that are added one by one", () => {
  it("are at most as many as in one request", () => {
    const { content, issues } = draft(blankContent(target), { attributes: many(500) });
    expect(issues).toEqual([]);
    expect(draft(content, { attributes: named(500) }).issues).toMatchObject([
      { code: "item.attributes.max", references: ["body.attributes"] },
    ]);
    expect(draft(content, { attributes: [{ id: "A_0" }, ...named(500)] }).issues).toEqual([]);
  });

  it("are at most as many in a variation, too", () => {
    const attribute_combinations = [{ name: "Talle", value_name: "1" }];
    const variations = [{ attribute_combinations, attributes: many(100) }];
    const { content, issues } = draft(blankContent(target), { variations });
    expect(issues).toEqual([]);
    expect(draft(content, { variations: [{ id: 0, attributes: named(100) }] }).issues).toMatchObject([
      { code: "item.variations.attributes.max", references: ["body.variations[0].attributes"] },
    ]);
  });

  it("stay, and do not become more, where an item has more of them", () => {
    const attributes = many(501).map(({ id, value_name }) => ({ id, name: id, value_id: null, value_name }));
    const present = { ...blankContent(target), attributes };
    expect(draft(present, { attributes: [{ id: "A_0", value_name: "y" }] }).issues).toEqual([]);
    expect(draft(present, { attributes: named(501) }).issues).toHaveLength(1);
  });
});
