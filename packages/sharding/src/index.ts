export { afterChange, atSite } from "./at-site.ts";
export { inEach, inTurn, startInEach } from "./each-database.ts";
export { eachOnce, findRows } from "./found-rows.ts";
export { guardedKeys } from "./guarded-keys.ts";
export { byId, inOrder } from "./order.ts";
export { outboxesOf, outboxOf, statesOf, worstOf } from "./outboxes.ts";
export type { Job } from "./shard.ts";
export { createSites, type OnDatabase, type SiteDatabases } from "./sites.ts";
export { unopenedSites } from "./unopened.ts";
