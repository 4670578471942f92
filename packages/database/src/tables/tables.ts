import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { withSession } from "../connection.ts";
import { type DatabaseShape, readShape, type TableShape } from "./shape.ts";

/** How far a sequence is; `last` is a BIGINT as text. */
export interface SequenceState {
  name: string;
  last: string;
  called: boolean;
}

/** Rows that the database does not take: they break a type, a constraint or a reference. */
export class RowsRefused extends Error {
  override readonly name = "RowsRefused";
}

/** The tables of a database that nothing uses, in one session. */
export interface Tables {
  shape(): Promise<DatabaseShape>;
  sequences(names: readonly string[]): Promise<SequenceState[]>;
  /** All rows in the text format of COPY; at its end it has their number. */
  read(table: TableShape): Readable & { readonly rowCount: number };
  /** Removes all rows of these tables. */
  empty(names: readonly string[]): Promise<void>;
  /** Adds rows as `read` gives them, without triggers but with all constraints; gives their number. */
  write(table: TableShape, rows: Readable): Promise<number>;
  advance(sequences: readonly SequenceState[]): Promise<void>;
}

/** Works on whole tables of a database, as the role that owns it. */
export const withTables = <T>(url: string, work: (tables: Tables) => Promise<T>): Promise<T> =>
  withSession(url, async (session) => {
    // What text rows look like must not depend on the server's settings.
    for (const setting of ["statement_timeout TO 0", "TimeZone TO 'UTC'", "DateStyle TO ISO"])
      await session.query(`SET ${setting}`);
    return work(tablesOf(session));
  });

function tablesOf(session: pg.Client): Tables {
  const quoted = (name: string) => session.escapeIdentifier(name);
  const target = ({ name, columns }: TableShape) => `${quoted(name)} (${columns.map(quoted).join(", ")})`;
  const setTriggers = (name: string, state: "ENABLE" | "DISABLE") =>
    session.query(`ALTER TABLE ${quoted(name)} ${state} TRIGGER USER`);
  return {
    shape: () => readShape(session),
    async sequences(names) {
      const states: SequenceState[] = [];
      for (const name of names) {
        const { rows } = await session.query<Omit<SequenceState, "name">>(
          `SELECT last_value::text AS last, is_called AS called FROM ${quoted(name)}`,
        );
        states.push(...rows.map((row) => ({ name, ...row })));
      }
      return states;
    },
    read: (table) => session.query(copyTo(`COPY ${target(table)} TO STDOUT`)),
    async empty(names) {
      if (names.length > 0) await session.query(`TRUNCATE ${names.map(quoted).join(", ")}`);
    },
    async write(table, rows) {
      // Triggers announce and derive what the rows of other tables already hold; those of foreign keys stay.
      await setTriggers(table.name, "DISABLE");
      const into = session.query(copyFrom(`COPY ${target(table)} FROM STDIN`));
      await pipeline(rows, into).catch((error: unknown) => refused(`table ${table.name}`, error));
      await setTriggers(table.name, "ENABLE");
      return into.rowCount;
    },
    async advance(sequences) {
      for (const { name, last, called } of sequences)
        await session
          .query("SELECT setval($1::text::regclass, $2::bigint, $3)", [quoted(name), last, called])
          .catch((error: unknown) => refused(`sequence ${name}`, error));
    },
  };
}

/** Data exceptions and violated constraints, whose classes are 22 and 23. */
const isAboutRows = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? "");

/** Enough to find the row, without all of it. */
const longestPlace = 200;

function refused(where: string, error: unknown): never {
  if (!isAboutRows(error)) throw error;
  const place = error.where === undefined ? "" : ` (${error.where.slice(0, longestPlace)})`;
  throw new RowsRefused(`${where}: ${error.message}${place}`, { cause: error });
}
