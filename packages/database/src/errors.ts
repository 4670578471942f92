/** The database cannot be reached or has no connection to spare (the kit answers 503). */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  /** By this the kit knows that the answer is 503. */
  readonly unavailable = true;
  constructor(cause: unknown) {
    super("the database is not available", { cause });
  }
}

/** Is this the violation of a unique constraint or index, of the one with this Postgres name when given? */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return layersOf(error).some((layer) => {
    const unique = layer.code === "P2002" || sqlStateOf(layer) === "23505";
    return unique && (constraint === undefined || constraintOf(layer) === constraint);
  });
}

/** Did Postgres abort a transaction for a serialization failure or a deadlock? */
export function isSerializationFailure(error: unknown): boolean {
  return layersOf(error).some((layer) => {
    return layer.code === "P2034" || ["40001", "40P01"].includes(sqlStateOf(layer) ?? "");
  });
}

/** Was a statement canceled, because of the statement timeout? */
export function isCancelled(error: unknown): boolean {
  return layersOf(error).some((layer) => sqlStateOf(layer) === "57014");
}

/** Did a statement exceed the lock timeout? */
export function isLockTimeout(error: unknown): boolean {
  return layersOf(error).some((layer) => sqlStateOf(layer) === "55P03");
}

/** Does the server reject the login: a wrong password, an unknown user or database? */
export function isRefused(error: unknown): boolean {
  return layersOf(error).some((layer) => ["28P01", "28000", "3D000"].includes(sqlStateOf(layer) ?? ""));
}

/** Does a table not exist? */
export function isUndefinedTable(error: unknown): boolean {
  return layersOf(error).some((layer) => sqlStateOf(layer) === "42P01");
}

/** Did a statement divide by zero? */
export function isDivisionByZero(error: unknown): boolean {
  return layersOf(error).some((layer) => sqlStateOf(layer) === "22012");
}

/** The error to throw for a failed query: DatabaseUnavailable when the server is the reason, else itself. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  return layersOf(error).some(tellsOfAbsence) ? new DatabaseUnavailable(error) : error;
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
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EPIPE",
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
