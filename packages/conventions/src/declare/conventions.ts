import type { Telemetry } from "@marketplace/telemetry";
import type { Logger } from "pino";
import type { Authenticator } from "./caller.ts";
import type { IdempotencyStore } from "./idempotency-store.ts";

/** What the conventions need to serve a service's resources. */
export interface Conventions {
  authenticate: Authenticator;
  log: Logger;
  /** Whether `callback` wraps answers; true unless JSONP=off. */
  jsonp?: boolean;
  /** Whether pages of every origin may read answers; true unless it is false. */
  crossOrigin?: boolean;
  /** Stores the answers of creating POSTs by their Idempotency-Key. */
  idempotency?: IdempotencyStore;
  /** Free space on the disk of the database: while it is short, requests that may write are refused. */
  disk?: { assertRoom(): Promise<void> } | undefined;
  /** Runs a request that may write, so that later reads of the same caller see it, also on a replica. */
  writing?: <T>(callerId: number | undefined, work: () => Promise<T>) => Promise<T>;
  /** Checks every answer against its declaration; on in tests, off in production. */
  checks?: boolean;
  /** Measures requests; traces them where tracing is on. */
  telemetry?: Telemetry;
}
