import { isStorable } from "@marketplace/conventions";

/** What is wrong with a value, and where in it. */
export interface Fault {
  path: readonly PropertyKey[];
  message: string;
}

/** Values of JSON in a category at most; cars have some 100 000. */
const maxValues = 300_000;

const badText = "must be Unicode text without NUL";

/** What keeps a value from being stored, or looked at any closer: texts with NUL or half a character at any depth, or its size. */
export function unstorable(value: unknown): Fault[] {
  const faults: Fault[] = [];
  let values = 0;
  const visit = (below: unknown, path: Fault["path"]): void => {
    values += 1;
    if (values > maxValues) return;
    if (typeof below === "string" && !isStorable(below)) faults.push({ path, message: badText });
    if (typeof below !== "object" || below === null) return;
    if (Array.isArray(below)) for (const [at, entry] of below.entries()) visit(entry, [...path, at]);
    else
      for (const [key, entry] of Object.entries(below)) {
        if (!isStorable(key)) faults.push({ path, message: badText });
        visit(entry, [...path, key]);
      }
  };
  visit(value, []);
  return values > maxValues ? [{ path: [], message: `holds over ${maxValues} values` }] : faults;
}
