export type { Archive } from "./archives.ts";
export type { ClockMove, ClockState, NextKind, WorldClock } from "./clock.ts";
export {
  categoryNames,
  type Fixtures,
  itemNames,
  numberNames,
  type Person,
  type SandboxApplication,
  type SandboxDocument,
  type UserName,
  userNames,
  type WorldDocument,
  type WorldView,
} from "./document.ts";
export type { ScenarioRun, TriggerResult } from "./events.ts";
export type { ActiveFault, FaultEffect, FaultMatch, FaultRule } from "./faults.ts";
export type { Delivered, NextOptions, Notifications } from "./notifications.ts";
export type { Address } from "./product-access.ts";
export type { RecordedRequest, RequestFilter } from "./requests.ts";
export { createSandbox, type NewWorld, type Sandbox } from "./sandbox.ts";
export { type Cause, SandboxError } from "./sandbox-error.ts";
export type { World, WorldClientOptions, WorldUser } from "./world.ts";
