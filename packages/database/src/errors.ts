/** The database cannot be reached or has no connection to spare (the kit answers 503). */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  /** By this the kit knows that the answer is 503. */
  readonly unavailable = true;
  constructor(cause: unknown) {
    super("the database is not available", { cause });
  }
}

/** The database gave up and undid a statement or transaction that took too long (the kit answers 503). */
export class TookTooLong extends Error {
  override readonly name = "TookTooLong";
  /** By this the kit knows it. It is no outage: a job goes on with its next row. */
  readonly tookTooLong = true;
  constructor(cause: unknown) {
    super("the database took too long", { cause });
  }
}

/** Whether it violates a unique constraint or index: the one with this Postgres name, or any. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return layersOf(error).some((layer) => {
    const unique = layer.code === "P2002" || sqlStateOf(layer) === "23505";
    return unique && (constraint === undefined || constraintOf(layer) === constraint);
  });
}

const hasSqlState = (error: unknown, ...states: string[]): boolean =>
  layersOf(error).some((layer) => states.includes(sqlStateOf(layer) ?? ""));

/** A row that is referred to is missing, or still referred to. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  hasSqlState(error, "23503") || layersOf(error).some(({ code }) => code === "P2003");

/** A transaction was aborted for a serialization failure or a deadlock. */
export const isSerializationFailure = (error: unknown): boolean =>
  hasSqlState(error, "40001", "40P01") || layersOf(error).some(({ code }) => code === "P2034");

/** A statement was canceled, because of the statement timeout, or its transaction took too long. */
export const isCanceled = (error: unknown): boolean =>
  hasSqlState(error, "57014") || layersOf(error).some((layer) => layer instanceof TookTooLong);

export const isLockTimeout = (error: unknown): boolean => hasSqlState(error, "55P03");

export const isCheckViolation = (error: unknown): boolean => hasSqlState(error, "23514");

/** Home refuses a row of this site, which has a database of its own, by a constraint of `guardsOf`. */
export const isOutOfPlace = (error: unknown, siteId: string): boolean =>
  layersOf(error).some(
    (layer) =>
      sqlStateOf(layer) === "23514" &&
      /_not_of_([a-z]{3})\b/.exec(`${layer.constraint} ${layer.message}`)?.[1] === siteId.toLowerCase(),
  );

/** The server rejects the user: an unknown one, or a wrong password. */
export const isUserRefused = (error: unknown): boolean => hasSqlState(error, "28P01", "28000");

/** The server rejects the login: the user, or an unknown database. */
export const isRefused = (error: unknown): boolean => isUserRefused(error) || hasSqlState(error, "3D000");

export const isUndefinedTable = (error: unknown): boolean =>
  hasSqlState(error, "42P01") || layersOf(error).some(({ code }) => code === "P2021");

export const isDivisionByZero = (error: unknown): boolean => hasSqlState(error, "22012");

/**
 * The error to throw for a failed query: DatabaseUnavailable when the server is the reason, TookTooLong when
 * it was canceled, else itself.
 */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || error instanceof TookTooLong) return error;
  if (layersOf(error).some(tellsOfAbsence)) return new DatabaseUnavailable(error);
  return isCanceled(error) ? new TookTooLong(error) : error;
}

type Layer = Record<string, unknown>;

function isObject(value: unknown): value is Layer {
  return typeof value === "object" && value !== null;
}

/** The error and its causes: Prisma hides the driver's error in `meta.driverAdapterError.cause`. */
function layersOf(error: unknown): Layer[] {
  const layers: Layer[] = [];
  const open = [error];
  while (open.length > 0 && layers.length < 10) {
    const layer = open.shift();
    if (!isObject(layer)) continue;
    layers.push(layer);
    open.push(layer.cause, isObject(layer.meta) ? layer.meta.driverAdapterError : undefined);
  }
  return layers;
}

/** The code of Postgres, as node-postgres (`code`) or the Prisma adapter (`originalCode`) reports it. */
function sqlStateOf(layer: Layer): string | undefined {
  const code = layer.originalCode ?? layer.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

function constraintOf(layer: Layer): unknown {
  if (typeof layer.constraint === "string") return layer.constraint;
  if (isObject(layer.constraint)) return layer.constraint.index;
  const [, cause] = layersOf(layer).slice(1);
  return cause && cause !== layer ? constraintOf(cause) : undefined;
}

const absentCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EPIPE",
  // The server's machine is gone, or the network between.
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "P1001",
  "P1002",
  "P1017",
  "P2024",
  "P2037",
  // admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections
  "57P01",
  "57P02",
  "57P03",
  "53300",
  // read_only_sql_transaction: a failover made a standby of the server that took writes.
  "25006",
  // idle_in_transaction_session_timeout and idle_session_timeout: the server has ended the session.
  "25P03",
  "57P05",
]);

// node-postgres and Prisma give these no code of their own.
const absentMessages =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|after calling end on the pool|not queryable|Unable to start a transaction/;

function tellsOfAbsence(layer: Layer): boolean {
  const state = sqlStateOf(layer);
  if (absentCodes.has(String(layer.code)) || absentCodes.has(state ?? "") || state?.startsWith("08"))
    return true;
  return typeof layer.message === "string" && absentMessages.test(layer.message);
}
