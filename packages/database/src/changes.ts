/** A change of rows that is one statement, for `Database.change`. */
export interface Change {
  /** SQL with `$1`, `$2`, … for the values; with `rows` it needs a RETURNING clause. */
  readonly statement: string;
  readonly values: readonly unknown[];
  /** How many rows it must affect; any other number fails the whole statement. */
  readonly rows?: number;
  readonly afterCommit?: () => void;
}

/** A change did not affect the rows that it must; nothing was changed. */
export class RowsMissing extends Error {
  override readonly name = "RowsMissing";
}

/**
 * Several changes as one statement: Postgres runs all parts of a WITH that change rows, to their end, in
 * their order, and undoes all when one fails. A wrong number of rows fails by a division by zero.
 */
export function asOneStatement(changes: readonly Change[]): { statement: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts: string[] = [];
  const checks: string[] = [];
  for (const [index, change] of changes.entries()) {
    const before = values.length;
    const renumbered = change.statement.replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`);
    parts.push(`change_${index} AS (${renumbered})`);
    values.push(...change.values);
    if (change.rows === undefined) continue;
    checks.push(`1 / ((SELECT count(*) FROM change_${index}) = $${values.push(change.rows)})::int`);
  }
  return { statement: `WITH ${parts.join(", ")} SELECT ${checks.join(", ")}`, values };
}
