export { adminTokenOf } from "./admin-token.ts";
export { createSandboxApp } from "./app.ts";
export { checks as certificationChecks } from "./certifications/checks.ts";
export type { ClockKeeper } from "./clock/world-clock.ts";
export type { Feature, LabDeps } from "./feature.ts";
export { createLab, type Lab, type LabOptions } from "./lab.ts";
export { problemHelp } from "./problems.help.ts";
export { problems } from "./problems.ts";
export type {
  Epoch,
  NotificationMiddleware,
  OutgoingNotification,
  RequestMiddleware,
  SendNotification,
  SendResult,
  World,
  WorldClock,
  WorldTime,
} from "./world.ts";
export { perWorld } from "./world.ts";
export type { Engine, OpenProduct, WorldDocument } from "./worlds/engine.ts";
export { readDescription, writeDescription } from "./worlds/snapshots.ts";
export { createStates, PromotionUnfinished, type States, type StatesOptions } from "./worlds/states.ts";
