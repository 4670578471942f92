import type pg from "pg";
import type { StatementNames } from "./prepared-statements.ts";

/** Makes each statement that gets a name a prepared one, parsed once per connection. */
export function preparing(
  nameOf: StatementNames,
): (statement: string, values: readonly unknown[]) => pg.QueryConfig {
  return (text, values) => ({ name: nameOf({ sql: text }), text, values: [...values] });
}
