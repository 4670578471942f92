import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Contract, mutation, query } from "../contract.ts";
import { incompatibilities } from "./compatibility.ts";
import { shapeOf } from "./shape.ts";

const Item = z.object({ id: z.string(), price: z.number(), status: z.enum(["active", "paused"]) });
const Found = z.array(Item);
const Ids = z.object({ ids: z.array(z.string()).max(500), language: z.string().optional() });
const before = { items: query(Ids, Found), close: mutation(z.object({ id: z.string() }), Item.nullable()) };

/** The incompatibilities of a contract of which only the given call changed. */
const incompatibilitiesWith = (change: Contract): string[] =>
  incompatibilities(shapeOf(before), { ...before, ...change });

describe("a change of a contract that the release before can live with", () => {
  const Longer = z.object({ ...Ids.shape, ids: z.array(z.string()).max(900) });
  const harmless: Record<string, Contract> = {
    "a new call": { open: mutation(z.object({ id: z.string() }), z.boolean()) },
    "an optional input": { items: query(Ids.extend({ site: z.string().optional() }), Found) },
    "an input with a default": { items: query(Ids.extend({ site: z.string().default("MLA") }), Found) },
    "a wider bound of an input": { items: query(Longer, Found) },
    "an input that may also be null": { items: query(Ids.extend({ language: z.string().nullish() }), Found) },
    "an optional output field": { items: query(Ids, z.array(Item.extend({ stock: z.int().optional() }))) },
    "an output field with a default": {
      items: query(Ids, z.array(Item.extend({ stock: z.int().default(0) }))),
    },
    "other words about it": { items: query(Ids.describe("which"), Found.describe("those")) },
  };
  it.each(Object.entries(harmless))("is %s", (_what, change) => {
    expect(incompatibilitiesWith(change)).toEqual([]);
  });
});

describe("a change of a contract that breaks the release before", () => {
  const anyItem = z.object({ id: z.string() });
  const breaking: [string, Contract, string][] = [
    [
      "an input removed",
      { items: query(Ids.omit({ language: true }), Found) },
      "items.input.language is no longer read",
    ],
    [
      "an input renamed",
      { close: mutation(z.object({ item_id: z.string() }), Item.nullable()) },
      "close.input.item_id is needed",
    ],
    [
      "an input of another type",
      { items: query(Ids.extend({ ids: z.array(z.int()) }), Found) },
      "items.input.ids[] may be string",
    ],
    ["an input newly required", { items: query(Ids.required(), Found) }, "items.input.language is needed"],
    [
      "a new required input",
      { items: query(Ids.extend({ site: z.string() }), Found) },
      "items.input.site is needed",
    ],
    [
      "a tighter bound",
      { items: query(Ids.extend({ ids: z.array(z.string()).max(5) }), Found) },
      "items.input.ids is bound by maxItems 5",
    ],
    [
      "a new rule",
      { close: mutation(z.object({ id: z.string().regex(/^M/) }), Item.nullable()) },
      "close.input.id is bound by pattern",
    ],
    [
      "an output field dropped",
      { items: query(Ids, z.array(Item.omit({ price: true }))) },
      "items.output[].price is no longer written",
    ],
    [
      "an output field that may be absent",
      { items: query(Ids, z.array(Item.partial({ price: true }))) },
      "items.output[].price is needed",
    ],
    [
      "an output field of another type",
      { items: query(Ids, z.array(Item.extend({ price: z.string() }))) },
      "items.output[].price may be string",
    ],
    ["an output that may be null", { items: query(Ids, Found.nullable()) }, "items.output may be null"],
    ["an output that is never null any more", { close: mutation(anyItem, Item) }, "close.output may be null"],
    [
      "an output narrowed, which older services do not keep",
      { items: query(Ids, z.array(Item.extend({ price: z.int() }))) },
      "items.output[].price may be number",
    ],
    [
      "a new value of an enumeration",
      { items: query(Ids, z.array(Item.extend({ status: z.enum(["active", "paused", "gone"]) }))) },
      'items.output[].status may be "gone"',
    ],
    [
      "an output field that older services never send",
      { items: query(Ids, z.array(Item.extend({ stock: z.int() }))) },
      "items.output[].stock is needed, and the release before never writes it",
    ],
    ["a read that becomes a change", { items: mutation(Ids, Found) }, "items was a query"],
  ];
  it.each(breaking)("is %s", (_what, change, incompatibility) => {
    expect(incompatibilitiesWith(change).join("\n")).toContain(incompatibility);
  });

  it("is a call removed", () => {
    expect(incompatibilities(shapeOf(before), { items: before.items })).toEqual(["close is gone"]);
  });

  it("is another form of an answer that has several", () => {
    const taken = z.object({ taken: z.literal(true), left: z.int() });
    const refused = z.object({ taken: z.literal(false), reason: z.string() });
    const waiting = z.object({ taken: z.literal(false), until: z.string() });
    const of = (...forms: [z.ZodObject, ...z.ZodObject[]]) => ({ take: mutation(anyItem, z.union(forms)) });
    expect(incompatibilities(shapeOf(of(taken, refused)), of(taken, refused))).toEqual([]);
    expect(incompatibilities(shapeOf(of(taken, refused)), of(taken, waiting))).not.toEqual([]);
  });
});
