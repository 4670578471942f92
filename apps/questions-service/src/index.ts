export { createApp, createInternalApp } from "./app.ts";
export { type Config, readConfig } from "./config.ts";
export { type Clients, createDeps, type Deps, type Parts } from "./deps.ts";
export { dueWorkOf } from "./due.service.ts";
export { startJobs } from "./jobs.ts";
export { resources } from "./resources.ts";
export { questionsRpc } from "./rpc.ts";
export { seedDemo } from "./seed.ts";
