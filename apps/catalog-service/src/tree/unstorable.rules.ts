import { isStorable } from "@marketplace/conventions";

export interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** JSON values in a category at most; cars have some 100 000. */
const maxValues = 300_000;

const badText = "must be Unicode text without NUL";

/** Finds what Postgres cannot store: texts with NUL or an unpaired surrogate; limits the size, too. */
export function unstorable(value: unknown): Issue[] {
  const issues: Issue[] = [];
  let values = 0;
  const visit = (below: unknown, path: Issue["path"]): void => {
    values += 1;
    if (values > maxValues) return;
    if (typeof below === "string" && !isStorable(below)) issues.push({ path, message: badText });
    if (typeof below !== "object" || below === null) return;
    if (Array.isArray(below)) for (const [at, entry] of below.entries()) visit(entry, [...path, at]);
    else
      for (const [key, entry] of Object.entries(below)) {
        if (!isStorable(key)) issues.push({ path, message: badText });
        visit(entry, [...path, key]);
      }
  };
  visit(value, []);
  return values > maxValues ? [{ path: [], message: `holds over ${maxValues} values` }] : issues;
}
