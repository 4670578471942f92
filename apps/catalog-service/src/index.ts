export { createApp, createInternalApp } from "./app.ts";
export { type Config, readConfig } from "./config.ts";
export { type Clients, createDeps, type Deps, type Parts } from "./deps.ts";
export { evaluateSite, evaluateTitles, type TitlesEvaluation } from "./discovery/evaluate-titles.service.ts";
export { importTitles, type TitlesImport, type TitlesImported } from "./discovery/import-titles.service.ts";
export { type Training, trainSite, trainSites } from "./discovery/training.service.ts";
export { startJobs } from "./jobs.ts";
export { resources } from "./resources.ts";
export { catalogRpc } from "./rpc.ts";
export { type SeededCatalog, type SeedWorld, seedDemo } from "./seed.ts";
export { sites } from "./sites/sites.service.ts";
export { ImportRefused } from "./tree/import.problems.ts";
export {
  type CategoryImport,
  type ImportProgress,
  importCategories,
} from "./tree/import-categories.service.ts";
