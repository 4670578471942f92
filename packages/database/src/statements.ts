import type pg from "pg";
import { preparedStatementNames } from "./prepared-statements.ts";

/** Makes each statement a prepared one, parsed once per connection. */
export function preparing(): (statement: string, values: readonly unknown[]) => pg.QueryConfig {
  const nameOf = preparedStatementNames();
  return (text, values) => ({ name: nameOf({ sql: text }), text, values: [...values] });
}
