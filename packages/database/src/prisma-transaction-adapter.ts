import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { AnyPrismaClient } from "./prisma-client.ts";

/** The part of a connection that a Prisma transaction needs to join it. */
export interface JoinableConnection {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
}

/** A Prisma client inside a transaction that it did not open. */
export interface Guest {
  /** A client inside the transaction; it joins at its first operation. */
  readonly client: object;
  /** Ends its part; must come before the transaction ends. */
  leave(): Promise<void>;
}

/** The connection that a Prisma transaction which is being opened has to use. */
const joined = new AsyncLocalStorage<JoinableConnection>();

/** The connection for the Prisma transaction that is being opened in this context, if it is to join one. */
export function joinedConnection(): pg.PoolClient | undefined {
  const connection = joined.getStore();
  // The lent object has everything that the adapter uses of a connection.
  return connection && (lent(connection) as unknown as pg.PoolClient);
}

const boundaries = new Set(["BEGIN", "COMMIT", "ROLLBACK"]);
const nothing = { command: "", rowCount: 0, oid: 0, fields: [], rows: [] };

/** The connection without BEGIN, COMMIT, ROLLBACK and release, which belong to its owner. */
function lent(connection: JoinableConnection) {
  return {
    query: async (statement: pg.QueryConfig) =>
      boundaries.has(statement.text) ? nothing : connection.query(statement),
    on() {},
    removeListener() {},
    release() {},
  };
}

// The owner enforces the time limit; this is the longest a timer can be.
const noLimit = 2 ** 31 - 1;

/** Lets a Prisma client take part in the transaction that is open on a connection. */
export function joinPrisma(client: AnyPrismaClient, connection: JoinableConnection): Guest {
  const over = Promise.withResolvers<void>();
  let inside: Promise<object> | undefined;
  let left: Promise<void> = Promise.resolve();
  const join = () => {
    inside ??= new Promise((resolve, reject) => {
      const stay = (tx: object) => {
        resolve(tx);
        return over.promise;
      };
      left = joined
        .run(connection, () => client.$transaction(stay, { timeout: noLimit, maxWait: 10_000 }))
        .catch(reject);
    });
    return inside;
  };
  return {
    client: promisedClient(join),
    leave() {
      over.resolve();
      return left;
    },
  };
}

/** A lazy client: `client.model.operation(…)` and `client.$operation(…)` wait until it has joined. */
function promisedClient(client: () => Promise<object>): object {
  const call =
    (...path: string[]) =>
    (...args: unknown[]) =>
      client().then((tx) => callAt(tx, path, args));
  const model = (name: string) => new Proxy({}, { get: (_, operation) => call(name, String(operation)) });
  const get = (_: object, name: string | symbol) => {
    // JavaScript asks every object for symbols and `then`; they are never models.
    if (typeof name === "symbol" || name === "then") return undefined;
    return name.startsWith("$") ? call(name) : model(name);
  };
  return new Proxy({}, { get });
}

function callAt(client: object, path: readonly string[], args: readonly unknown[]): unknown {
  const owners: unknown[] = [client];
  for (const name of path) owners.push(Reflect.get(Object(owners.at(-1)), name));
  const [operation, owner] = [owners.at(-1), owners.at(-2)];
  if (typeof operation !== "function") throw new TypeError(`there is no ${path.join(".")} in this schema`);
  return Reflect.apply(operation, owner, args);
}
