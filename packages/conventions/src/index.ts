export {
  type Authenticator,
  assertedCaller,
  assertionHeader,
  readAssertion,
  signAssertion,
  vouchedCaller,
  vouchFor,
} from "./assertion.ts";
export { isBlank } from "./blank.ts";
export { type Authentication, type Caller, isOperator, type Scope } from "./caller.ts";
export { causesOf } from "./causes.ts";
export {
  canonicalAddress,
  clientAddressHeader,
  clientAddressOf,
  clientNetworkOf,
  peerAddressOf,
  recordClientAddress,
} from "./client-address.ts";
export { type Clock, type SystemClock, setBackWatch, systemClock } from "./clock.ts";
export { collector } from "./collector.ts";
export { common } from "./common-problems.ts";
export {
  type Access,
  type Input,
  type InvalidInput,
  kit,
  type Method,
  type Misshapen,
  type Operation,
  type Resource,
} from "./declare.ts";
export {
  type DiskReserve,
  type DiskSpace,
  databaseDiskReserve,
  diskReserve,
  freeBytesOf,
  type ReservedDisks,
} from "./disk-reserve.ts";
export { syncFolder, writePrivateFile } from "./durable-file.ts";
export {
  countVariable,
  type Environment,
  logLevelVariable,
  metricsVariables,
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
export { allowsChange, matchesETag, strongETag } from "./etag.ts";
export { type Exchange, exchangeOf, requestIdOf } from "./exchange.ts";
export { health, type ReadinessCheck } from "./health.ts";
export type {
  IdempotencyScope,
  IdempotencyStore,
  KeepOnce,
  MadeChange,
  Once,
  StoredAnswer,
} from "./idempotency.ts";
export { queryParameter } from "./input.ts";
export { providedSecret, readServiceEnvironment } from "./internal-secret.ts";
export { parseJson, readAnonymousBytes, readBytes } from "./json-body.ts";
export { readPast } from "./lingering-close.ts";
export { createLogger, type Logger, silentLogger } from "./log.ts";
export { type MetricsAddress, metricsEndpoint, serveMetrics } from "./metrics-endpoint.ts";
export { bareApp, type Conventions, failure, mount, unknownRoute } from "./mount.ts";
export { type OpenApiFragment, openApiDocument, openApiFragment } from "./openapi.ts";
export { describeResource, type ResourceDescription } from "./options.ts";
export {
  checkWindow,
  type Page,
  Paging,
  pagingQuery,
  type ScrollPosition,
  scrollIds,
} from "./paging.ts";
export { type Cause, type ErrorBody, Problem, type ProblemEntry, problemCatalogue } from "./problem.ts";
export { repeat } from "./repeat.ts";
export { bytes, json, jsonText, noContent, Reply, redirect, stream } from "./reply.ts";
export { inRequestScope, type RequestScope, requestScope } from "./request-scope.ts";
export { requests, routeHeader, type Served, tellServed } from "./requests.ts";
export { lingerMs, type Process, runProcess } from "./run.ts";
export { type Listening, serve } from "./serve.ts";
export { limitVariables, readLimits, type ServerLimits, serverLimits } from "./server-limits.ts";
export type { ServiceParts } from "./service-parts.ts";
export { isStorable } from "./storable.ts";
export {
  readSurrogateMark,
  type SurrogateListener,
  type SurrogateMark,
  surrogateHeaders,
} from "./surrogate.ts";
export { nanosecondTimestamp, platformTimestamp, utcTimestamp } from "./timestamps.ts";
export { type Needed, untilComplete } from "./until-complete.ts";
export { bytesPassed } from "./weigh-buffers.ts";
export { booleanParam, idParam, integerParam, siteIdParam, siteScopedId, wireId, wordParam } from "./wire.ts";
