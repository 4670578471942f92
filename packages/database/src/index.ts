export { addressOf, isDatabaseAddress } from "./address.ts";
export { outsideTransactions } from "./ambient.ts";
export { batching, batchingByIds } from "./batching.ts";
export { type Change, RowsMissing } from "./changes.ts";
export { withConnection } from "./connection.ts";
export { guardClients, withoutHeldConnection } from "./connection-guard.ts";
export type { AnyPrismaClient, Database } from "./database.ts";
export { deleteBefore } from "./delete-before.ts";
export {
  DatabaseUnavailable,
  isForeignKeyViolation,
  isLockTimeout,
  isOutOfPlace,
  isRefused,
  isUndefinedTable,
  isUniqueViolation,
  TookTooLong,
  toDatabaseError,
} from "./errors.ts";
export { idempotencyStore } from "./idempotency.ts";
export { toId } from "./ids.ts";
export { invalidate } from "./invalidation-notice.ts";
export { type Invalidations, openInvalidations } from "./invalidations.ts";
export { MigrationRefused, migrate } from "./migrate/migrate.ts";
export { migrateAll } from "./migrate/migrate-all.ts";
export { missingSchema } from "./migrate/missing.ts";
export { longestStatementMs } from "./pool.ts";
export type { Source } from "./read-replica/source.ts";
export { databaseName, type Service, services } from "./services.ts";
export { idRangeOf, siteOfId, siteOfItem } from "./shards/id-ranges.ts";
export { createKeyGuard } from "./shards/key-guard.ts";
export { missingShards } from "./shards/missing.ts";
export { moveSite, type SiteMoved, wasMoved } from "./shards/move.ts";
export {
  AddressesInvalid,
  isSplitting,
  type Placement,
  placementsAt,
  placementsLeaseMs,
  placeOf,
  type ShardUrls,
  type SplitState,
  shardUrlsOf,
} from "./shards/placements.ts";
export { PlacementRefused, prepareShard } from "./shards/prepare.ts";
export { type ShardedService, type SplitService, sharded, shardedServices } from "./shards/sharded.ts";
export { isAtHome, type SiteSplitOff, splitSite } from "./shards/split.ts";
export { mayBeTaken, type SiteTaken, takeSite } from "./shards/take.ts";
