import type { Authenticator } from "@marketplace/conventions";
import type { Telemetry } from "@marketplace/telemetry";
import type { Clock, SystemClock } from "./clock.ts";
import type { DiskSpace } from "./disk-reserve.ts";
import type { Logger } from "./log.ts";

/** What is waited for before the storages are used; `undefined` when nothing is. A rejection is theirs. */
export interface StorageGates {
  database(): Promise<void> | undefined;
  objectStore(): Promise<void> | undefined;
}

/** What a service is given, alone or in one process with the others; `Clients` call those it asks. */
export interface ServiceParts<Clients> {
  log: Logger;
  authenticate: Authenticator;
  clients: Clients;
  /** Domain time; the machine's clock when absent. */
  clock?: Clock | undefined;
  /** Measures durations; the machine's clock when absent. */
  systemClock?: SystemClock;
  /** How free disk space is measured; asks the file system when absent. */
  disks?: DiskSpace;
  telemetry?: Telemetry;
  gates?: StorageGates;
  /** Checks every answer against its declaration; on in tests. */
  checks?: boolean;
}
