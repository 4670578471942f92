import { messageOf } from "@marketplace/conventions";
import type pg from "pg";
import { addressOf } from "../address.ts";
import { withSession } from "../connection.ts";
import { DatabaseUnavailable, isRefused, isUndefinedTable, toDatabaseError } from "../errors.ts";
import { names as namesOf } from "../generated/migrations/all.names.ts";
import type { Service } from "../services.ts";

/** For a connection, and for its answer. */
const timeoutMs = 5_000;

/**
 * Says in words for an operator which migrations the database at `url` lacks, or why it cannot be asked;
 * `undefined` when this code can work on it. Migrations of a newer release, unknown here, do no harm.
 */
export async function missingSchema(url: string, service: Service): Promise<string | undefined> {
  try {
    const applied = await appliedAt(url);
    const pending = namesOf[service].filter((name) => !applied.has(name));
    return pending.length > 0 ? `not migrated yet: ${pending.join(", ")}` : undefined;
  } catch (error) {
    return whyNotAsked(error);
  }
}

/** Asks the database at `url` something, and does not wait long for the answer. */
export function ask<T>(url: string, work: (session: pg.Client) => Promise<T>): Promise<T> {
  const { connectionString } = addressOf(url);
  const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  return withSession({ connectionString, ...timeouts }, work);
}

function appliedAt(url: string): Promise<Set<string>> {
  return ask(url, async (session) => {
    const { rows } = await session.query<{ name: string }>(
      `SELECT migration_name AS name FROM _prisma_migrations
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
    return new Set(rows.map(({ name }) => name));
  });
}

/** Says in words for an operator why a database could not be asked. */
export function whyNotAsked(cause: unknown): string {
  const error = toDatabaseError(cause);
  if (isUndefinedTable(error)) return "not migrated yet: the database is empty";
  if (error instanceof DatabaseUnavailable) return "the database does not answer";
  const words = messageOf(error);
  // The user and the database are made by the migrations, so neither may be there on a first start.
  if (isRefused(error))
    return `the database refuses its user, whom the migrations make with a password: ${words}`;
  return `the database cannot be asked for its migrations: ${words}`;
}
