export { countBodyBytes } from "./buffer-pressure.ts";
export { type Clock, type SystemClock, systemClock, watchClockSetBack } from "./clock.ts";
export { readClockFile, writeClockFile } from "./clock-file.ts";
export { createDeadline } from "./deadline.ts";
export {
  type DiskReserve,
  type DiskSpace,
  databaseDiskReserve,
  diskReserve,
  freeBytesOf,
} from "./disk-reserve.ts";
export { type DuePlace, firstPlace, takeDueBatches } from "./due-batches.ts";
export {
  type Due,
  type DueKind,
  type DueRange,
  type DueRow,
  type DueSource,
  type DueWork,
  dueKinds,
  dueWork,
  firstDue,
} from "./due-work.ts";
export { replaceFile, syncFolder, writePrivateFile } from "./durable-file.ts";
export { forEachRow } from "./each-row.ts";
export {
  ConfigurationInvalid,
  certificateVariable,
  countVariable,
  databaseAddress,
  type Environment,
  httpAddress,
  logLevelVariable,
  metricsVariables,
  optionalUrlsVariable,
  portVariable,
  processVariables,
  readEnvironment,
  readUrlVariable,
  serviceVariables,
  switchVariable,
  urlsVariable,
  urlVariable,
  withoutTrailingSlash,
  withPassword,
} from "./environment.ts";
export {
  type BackgroundFaults,
  encodedFaults,
  faultsHeader,
  type InjectedFault,
  InjectedFaults,
  StorageUnavailable,
  withEncodedFaults,
  withFaults,
} from "./fault-injection.ts";
export { garbageCollector } from "./garbage-collection.ts";
export { health, type ReadinessCheck } from "./health.ts";
export { besideOtherIssues, providedSecret, readServiceEnvironment } from "./internal-secret.ts";
export { discardRest } from "./linger-close.ts";
export { localUrl } from "./local-url.ts";
export { createLogger, type Logger, silentLogger } from "./log.ts";
export { metricsEndpoint, serveMetrics } from "./metrics-endpoint.ts";
export { type ClockState, createMovableClock, type MovableClock } from "./movable-clock.ts";
export { countOutages, type Outages } from "./outages.ts";
export { repeat } from "./repeat.ts";
export { lingerMs, runProcess } from "./run.ts";
export { runMain } from "./run-main.ts";
export { runService } from "./run-service.ts";
export { type Listening, serve } from "./serve.ts";
export {
  behindGateway,
  limitVariables,
  readLimits,
  type ServerLimits,
  serverLimits,
} from "./server-limits.ts";
export type { ServiceParts, StorageGates } from "./service-parts.ts";
export { stopAtOnce } from "./stop-signals.ts";
export type { TestControls } from "./test-controls.ts";
export { createSerial, createSharedRuns, within } from "./turns.ts";
export { untilComplete } from "./until-complete.ts";
