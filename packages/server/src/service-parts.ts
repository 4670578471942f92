import type { Authenticator } from "@marketplace/conventions";
import type { Telemetry } from "@marketplace/telemetry";
import type { Clock, SystemClock } from "./clock.ts";
import type { DiskSpace } from "./disk-reserve.ts";
import type { Logger } from "./log.ts";

/** What a service's surroundings provide, in a process of its own or in one with the others: clients of those it asks. */
export interface ServiceParts<Clients> {
  log: Logger;
  /** How the service knows a caller. */
  authenticate: Authenticator;
  clients: Clients;
  /** Domain time; the machine's clock when absent. */
  clock?: Clock;
  /** What durations are measured by; the machine's clock when absent. */
  systemClock?: SystemClock;
  /** How free space is told, and when again; the file system's own answer when absent. */
  disks?: DiskSpace;
  /** Measures and traces the service's work; nothing when absent. */
  telemetry?: Telemetry;
  /** Checks every answer against its declaration: tests only. */
  checks?: boolean;
}
