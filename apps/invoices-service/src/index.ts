export { createApp } from "./app.ts";
export { type Config, readConfig } from "./config.ts";
export { type Clients, createDeps, type Deps, type Parts } from "./deps.ts";
export { startJobs } from "./jobs.ts";
export { resources } from "./resources.ts";
export { invoicesRpc } from "./rpc.ts";
export { type SeedWorld, seedDemo } from "./seed.ts";
export { type Difference, type Reconciliation, reconcile } from "./storage/reconcile.ts";
