import { createHash } from "node:crypto";

// Lists in conditions make endless variants of a statement; a connection should not keep them all.
const limit = 300;

/** How statements are named: those without a name are parsed anew each time. */
export type StatementNames = (query: { sql: string }) => string;

/** For poolers, behind which a statement may not be where it was prepared. */
export const noStatementNames: StatementNames = () => "";

/** Names the first statements seen, so that each connection parses and plans them once; later ones stay unnamed. */
export function preparedStatementNames(): StatementNames {
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
