import { createHash } from "node:crypto";

// Lists in conditions make endless variants of a statement; a connection should not keep them all.
const limit = 300;

/** Names the first statements seen, so that each connection parses and plans them once; later ones stay unnamed. */
export function preparedStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= limit) return "";
    const name = createHash("sha256").update(sql).digest("hex").slice(0, 32);
    names.set(sql, name);
    return name;
  };
}
