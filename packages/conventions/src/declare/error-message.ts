/**
 * What an error says, also one that is no `Error`. A failed connection to a name of several addresses
 * (AggregateError) has a code, and no message.
 */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || String(Reflect.get(error, "code") ?? error.name) : String(error);
