export { type Address, addressOf } from "./address.ts";
export { outsideTransactions } from "./ambient.ts";
export { batching, batchingByIds } from "./batching.ts";
export { type Change, RowsMissing } from "./changes.ts";
export { withConnection } from "./connection.ts";
export { ConnectionHeld, guardClients, withoutHeldConnection } from "./connection-guard.ts";
export type { AnyPrismaClient, Database, TransactionClient, TransactionOptions } from "./database.ts";
export {
  DatabaseUnavailable,
  isLockTimeout,
  isRefused,
  isSerializationFailure,
  isUniqueViolation,
} from "./errors.ts";
export type {
  IdempotencyOutcome,
  IdempotencyScope,
  IdempotencyStore,
  IdempotentAnswer,
  KeepOnce,
  MadeChange,
} from "./idempotency.ts";
export { idempotencyStore } from "./idempotency.ts";
export { toId } from "./ids.ts";
export { invalidate } from "./invalidation-notice.ts";
export {
  type Forget,
  type Invalidations,
  type InvalidationsOptions,
  openInvalidations,
} from "./invalidations.ts";
export type { DatabaseLog } from "./log.ts";
export { type MigrateOptions, MigrationRefused, migrate } from "./migrate/migrate.ts";
export { missingSchema } from "./migrate/missing.ts";
export type { DatabaseOptions } from "./open.ts";
export type { Queryable, ReadOutcome, Source } from "./read-replica/source.ts";
export { databaseName, type Service, services } from "./services.ts";
