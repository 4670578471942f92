import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyMask, applyMaskToBodies, parseMask } from "./attributes.ts";

const masked = (value: unknown, attributes: string): unknown => {
  const mask = parseMask(attributes);
  return mask ? applyMask(value, mask) : value;
};

const question = {
  id: 1,
  from: { id: 7, phone: { number: "5", area_code: "11" } },
  text: "?",
  tags: ["a"],
  answer: null,
  history: [
    { at: 1, by: { id: 2 } },
    { at: 3, by: { id: 4 } },
  ],
};

describe("attributes", () => {
  it("keeps the named fields in the record's own order", () => {
    expect(JSON.stringify(masked(question, "text,id"))).toBe('{"id":1,"text":"?"}');
  });

  it("reaches into objects and into each element of arrays", () => {
    expect(masked(question, "from.phone.number,history.by.id")).toEqual({
      from: { phone: { number: "5" } },
      history: [{ by: { id: 2 } }, { by: { id: 4 } }],
    });
  });

  it("drops unknown names and paths below scalars, null and arrays of scalars", () => {
    expect(masked(question, "nope,id.deeper,answer.text,tags.a,from.nope")).toEqual({ from: {} });
  });

  it("takes a name beside a path below it for the whole", () => {
    for (const attributes of ["from,from.id", "from.id,from", "from.phone,from,from.id"])
      expect(masked(question, attributes)).toEqual({ from: question.from });
  });

  it.each(["", ",", " , ,", ".", ".."])("is no filter when it names nothing: %j", (attributes) => {
    expect(parseMask(attributes)).toBeUndefined();
    expect(masked(question, attributes)).toEqual(question);
  });

  it("forgives spaces and empty names inside of a path", () => {
    expect(masked(question, " id , from..id ")).toEqual({ id: 1, from: { id: 7 } });
  });

  it("names fields whose own names have dots", () => {
    const filters = { limit: 50, "date_created.from": "1", "date_created.to": "2", "a.b": { c: 3, d: 4 } };
    const kept = (attributes: string) => masked({ total: 1, filters }, attributes);
    expect(kept("filters.date_created.from")).toEqual({ filters: { "date_created.from": "1" } });
    expect(kept("filters.date_created.to,total")).toEqual({ total: 1, filters: { "date_created.to": "2" } });
    expect(kept("filters.a.b.c")).toEqual({ filters: { "a.b": { c: 3 } } });
    const whole = { filters: { "date_created.from": "1", "date_created.to": "2" } };
    expect(kept("filters.date_created,filters.date_created.to")).toEqual(whole);
    expect(kept("date_created.from,filters.from,filters.date_created.from.x")).toEqual({ filters: {} });
  });

  it("does not take inherited names for fields", () => {
    expect(masked(question, "constructor,__proto__,toString,hasOwnProperty")).toEqual({});
  });

  it("filters each element of an array answer", () => {
    expect(masked([question, { id: 2 }, 3], "id")).toEqual([{ id: 1 }, { id: 2 }, 3]);
  });

  it("filters in a multiget the bodies of successes only", () => {
    const mask = parseMask("id") ?? new Map();
    const missing = { code: 404, body: { message: "no", error: "not_found", status: 404, cause: [] } };
    expect(applyMaskToBodies([{ code: 200, body: question }, missing], mask)).toEqual([
      { code: 200, body: { id: 1 } },
      missing,
    ]);
  });

  it("keeps empty arrays below a path, so that a list without elements stays a list", () => {
    expect(masked({ results: [] }, "results.id")).toEqual({ results: [] });
  });

  const name = fc.constantFrom("a", "b", "c", "d");
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.integer(),
      fc.constant(null),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(fc.oneof(name, fc.constantFrom("a.b", "c.d.a")), tie("tree"), { maxKeys: 4 }),
    ),
  }));
  const paths = fc
    .array(fc.array(name, { minLength: 1, maxLength: 4 }), { minLength: 1 })
    .map((list) => list.map((path) => path.join(".")).join(","));

  it("never widens and never reorders", () => {
    fc.assert(fc.property(tree, paths, (value, attributes) => isPart(masked(value, attributes), value)));
  });

  it("is the same when applied twice", () => {
    fc.assert(
      fc.property(tree, paths, (value, attributes) => {
        const once = masked(value, attributes);
        expect(masked(once, attributes)).toEqual(once);
      }),
    );
  });
});

/** Whether every field of a value stands in the whole, in the same order and place. */
function isPart(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part) && Array.isArray(whole))
    return part.length === whole.length && part.every((element, index) => isPart(element, whole[index]));
  if (typeof part !== "object" || part === null || typeof whole !== "object" || whole === null)
    return Object.is(part, whole);
  const names = Object.keys(part);
  const inOrder = Object.keys(whole).filter((key) => names.includes(key));
  return (
    names.join() === inOrder.join() &&
    names.every((key) => isPart(Reflect.get(part, key), Reflect.get(whole, key)))
  );
}
