export { type Address, addressOf } from "./address.ts";
export { outsideTransactions } from "./ambient.ts";
export { type Change, RowsMissing } from "./changes.ts";
export { withConnection } from "./connection.ts";
export type { AnyPrismaClient, Database, TransactionClient, TransactionOptions } from "./database.ts";
export {
  DatabaseUnavailable,
  isLockTimeout,
  isRefused,
  isSerializationFailure,
  isUniqueViolation,
} from "./errors.ts";
export { gathering, gatheringByIds } from "./gathering.ts";
export { askedOutside, ConnectionHeld, holdingNothing } from "./holding.ts";
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
export { invalidate } from "./invalidation.ts";
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
export type { Queryable, ReadWent, Source } from "./reading/source.ts";
export { databaseName, type Service, services } from "./services.ts";
export { sharing } from "./sharing.ts";
