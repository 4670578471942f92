import type { FaultInjector } from "./fault-injection.ts";
import type { MovableClock } from "./movable-clock.ts";

/** What another process controls in a service for tests: its clock, and the faults of its storages. */
export interface TestControls {
  clock: MovableClock;
  faults: FaultInjector;
}
