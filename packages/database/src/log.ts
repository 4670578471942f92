/** What this package needs of a logger; a pino logger fits. */
export interface DatabaseLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Says nothing: the default where no logger is given. */
export const silentLog: DatabaseLog = { warn: () => {}, error: () => {} };
