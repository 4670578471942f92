export { freePort } from "./embedded/free-port.ts";
export { migrationsOf } from "./migrate/migrations.ts";
export { createTestDatabase, type TestDatabase } from "./testing/databases.ts";
export { type MovableDatabases, startMovableDatabases } from "./testing/movable.ts";
export { countRows, query } from "./testing/query.ts";
export { type ReplicatedDatabase, startReplicatedDatabase } from "./testing/replicated.ts";
export { startTestServer, type TestServer } from "./testing/server.ts";
export { type SwallowingProxy, swallowingProxy } from "./testing/swallowing-proxy.ts";
