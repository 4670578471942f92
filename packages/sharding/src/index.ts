export { byId, inOrder } from "./order.ts";
export { outboxesOf, outboxOf, statesOf, worstOf } from "./outboxes.ts";
export type { Job } from "./shard.ts";
export { atSite, createSites, type OnDatabase, type SiteDatabases } from "./sites.ts";
