import type pg from "pg";
import type { IdRange } from "./id-ranges.ts";
import { type ShardedService, sharded } from "./sharded.ts";

interface State {
  last_value: number;
  min_value: number;
  max_value: number;
}

/** Holds a service's sequences to a range of ids; one that is there goes on where it is. */
export async function limitSequences(
  session: pg.Client,
  service: ShardedService,
  range: IdRange,
): Promise<void> {
  for (const name of sharded[service].sequences) await limitSequence(session, name, range);
}

async function limitSequence(session: pg.Client, name: string, { first, last }: IdRange): Promise<void> {
  const { rows } = await session.query<State>(
    `SELECT s.last_value::float8, seqmin::float8 AS min_value, seqmax::float8 AS max_value
     FROM ${name} s, pg_sequence WHERE seqrelid = '${name}'::regclass`,
  );
  const [state] = rows;
  if (!state) throw new Error(`the database has no sequence ${name}`);
  if (state.min_value === first && state.max_value === last) return;
  // By setval, which sharding extensions take; they refuse ALTER SEQUENCE … RESTART.
  if (state.last_value < first)
    await session.query("SELECT setval($1::regclass, $2::bigint, false)", [name, first]);
  await session.query(`ALTER SEQUENCE ${name} MINVALUE ${first} MAXVALUE ${last} START ${first}`);
}

/** Sets sequences of one database as far as those of another are, which are in these schemas. */
export async function copySequences(
  from: pg.Client,
  to: pg.Client,
  { schemas, only }: { schemas: readonly string[]; only?: readonly string[] },
): Promise<void> {
  const { rows } = await from.query<{ schema: string; name: string }>(
    "SELECT schemaname AS schema, sequencename AS name FROM pg_sequences WHERE schemaname = ANY ($1)",
    [schemas],
  );
  for (const { schema, name } of rows) {
    if (only && !only.includes(name)) continue;
    const sequence = from.escapeIdentifier(name);
    const { rows: states } = await from.query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM ${schema}.${sequence}`,
    );
    for (const { last, called } of states)
      await to.query("SELECT setval($1::regclass, $2::bigint, $3)", [`public.${sequence}`, last, called]);
  }
}
