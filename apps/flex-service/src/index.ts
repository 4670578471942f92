export { createApp, createInternalApp } from "./app.ts";
export { type Config, readConfig } from "./config.ts";
export { seedPastShipments } from "./demo/past-shipments.ts";
export { type Clients, createDeps, type Deps, type Parts } from "./deps.ts";
export { dueWorkOf } from "./due.service.ts";
export { startJobs } from "./jobs.ts";
export { resources } from "./resources.ts";
export { flexRpc } from "./rpc.ts";
export { type DemoWorld, seedDemo } from "./seed.ts";
