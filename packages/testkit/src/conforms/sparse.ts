import { expect, it } from "vitest";
import type { AnyOperation, Subject } from "./subject.ts";

type Fields = Record<string, unknown>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The objects that a filter works on: the answer, its elements, or the bodies of a multiget. */
function targetsOf({ mask }: AnyOperation, answer: unknown): Fields[] {
  const elements = Array.isArray(answer) ? answer : [answer];
  const targets =
    mask === "bodies"
      ? elements.flatMap((element) => (isRecord(element) && element.code === 200 ? [element.body] : []))
      : elements;
  return targets.filter(isRecord);
}

/** Tests of `attributes` (decisions 1.5) on the fields of the example's answer. */
export function testSparseReads(subject: Subject, operation: AnyOperation): void {
  const read = async (attributes: string): Promise<unknown> => {
    const answer = await subject.ask(operation, { query: { attributes } });
    expect(answer.status).toBe(operation.status ?? 200);
    return answer.json();
  };

  if (operation.mask === "none") {
    it("ignores the parameter", async () => {
      const whole = (await subject.ask(operation)).json();
      expect(await read("no_such_field")).toEqual(whole);
    });
    return;
  }

  it("returns only the named fields, in the resource's own order", async () => {
    const whole = targetsOf(operation, (await subject.ask(operation)).json());
    const names = [...new Set(whole.flatMap((target) => Object.keys(target)))];
    const wanted = names.filter((_, index) => index % 2 === 0);
    const sparse = targetsOf(operation, await read([...wanted.toReversed(), "no_such_field"].join(",")));
    const expected = whole.map((target) => Object.entries(target).filter(([name]) => wanted.includes(name)));
    expect(sparse.map((target) => Object.entries(target))).toEqual(expected);
  });

  it("drops unknown names and takes an empty value for no filter", async () => {
    const whole = (await subject.ask(operation)).json();
    expect(targetsOf(operation, await read("no_such_field"))).toEqual(
      targetsOf(operation, whole).map(() => ({})),
    );
    expect(await read("")).toEqual(whole);
  });

  it("does not filter errors", async () => {
    const answer = await subject.ask(operation, { method: "TRACE", query: { attributes: "status" } });
    expect(Object.keys(answer.json<Fields>())).toEqual(
      expect.arrayContaining(["message", "error", "status", "cause"]),
    );
  });
}
