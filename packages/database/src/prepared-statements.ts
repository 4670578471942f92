import type pg from "pg";

// Lists in conditions make endless variants of a statement; a connection should not keep them all.
const limit = 300;

/** Gives a statement its name, or "" when it is not to be prepared. */
export type StatementNames = (text: string) => string;

/**
 * Names the first statements seen, so that each connection parses and plans them once; later ones stay
 * unnamed. Behind a pooler none is named: the next session would not know the name. Lists of one pool differ
 * in their prefix.
 */
export function statementNames({ pooled }: { pooled: boolean }, prefix = "s"): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (pooled || names.size >= limit) return "";
    const name = `${prefix}${names.size}`;
    names.set(text, name);
    return name;
  };
}

export const prepared = (
  nameOf: StatementNames,
  text: string,
  values: readonly unknown[],
): pg.QueryConfig => ({
  name: nameOf(text),
  text,
  values: [...values],
});
