export { isBlank } from "./declare/blank.ts";
export {
  type Authentication,
  type Authenticator,
  type Caller,
  isOperator,
  type Scope,
} from "./declare/caller.ts";
export { commonHelp } from "./declare/common-help.ts";
export { common } from "./declare/common-problems.ts";
export type { Conventions } from "./declare/conventions.ts";
export {
  type InvalidBody,
  type InvalidInput,
  kit,
  type Operation,
  type Resource,
  type RowsOfId,
  type RowsOfSite,
  type SiteKey,
} from "./declare/declare.ts";
export { editDistance } from "./declare/edit-distance.ts";
export { messageOf } from "./declare/error-message.ts";
export type {
  IdempotencyScope,
  IdempotencyStore,
  KeepOnce,
  MadeChange,
  OncePerPart,
  StoredAnswer,
} from "./declare/idempotency-store.ts";
export { momentParam } from "./declare/moment.ts";
export { oauthErrorFields } from "./declare/oauth-error-fields.ts";
export {
  checkWindow,
  type Page,
  Paging,
  pagingQuery,
  type ScrollPosition,
  scrollIds,
} from "./declare/paging.ts";
export {
  type Cause,
  ErrorBody,
  type HelpFor,
  helpLink,
  Problem,
  type ProblemEntry,
  type ProblemHelp,
  problemCatalog,
  usualCodes,
} from "./declare/problem.ts";
export { isStorable } from "./declare/storable.ts";
export {
  readSurrogateMark,
  type SurrogateListener,
  type SurrogateMark,
  surrogateHeaders,
} from "./declare/surrogate.ts";
export { dayMs, nanosecondTimestamp, platformTimestamp, utcTimestamp } from "./declare/timestamps.ts";
export {
  absentId,
  bodyId,
  booleanParam,
  headerSwitch,
  idOf,
  idParam,
  integerParam,
  numberOrTextId,
  siteIdParam,
  siteScopedId,
  wireId,
  wordParam,
} from "./declare/wire.ts";
export { type OpenApiFragment, openApiDocument, openApiFragment } from "./describe/openapi.ts";
export { describeResource } from "./describe/options.ts";
export { bareApp, failure, mount, unknownRoute } from "./mount.ts";
export type { Sites } from "./pipeline.ts";
export {
  assertedCaller,
  assertionHeader,
  attachAuthentication,
  attachedCaller,
  readAssertion,
  signAssertion,
} from "./request/assertion.ts";
export { type CauseWording, causesOf, firstIssueText } from "./request/causes.ts";
export {
  canonicalAddress,
  clientAddressHeader,
  clientAddressOf,
  clientNetworkOf,
  peerAddressOf,
  recordClientAddress,
} from "./request/client-address.ts";
export { type Exchange, exchangeOf, originForm, requestIdOf } from "./request/exchange.ts";
export { fieldPath } from "./request/field-path.ts";
export { type FormField, isJsonText, multipartFields } from "./request/form-fields.ts";
export { queryParameter, readAsBody } from "./request/input.ts";
export { invalidToken } from "./request/invalid-token.ts";
export { bodyLimits, parseJson, readAnonymousBytes } from "./request/json-body.ts";
export { type Line, linesIn } from "./request/lines.ts";
export { reportServed, requests, routeHeader } from "./request/request-log.ts";
export { inRequestScope, type RequestScope, requestScope } from "./request/request-scope.ts";
export { begin } from "./respond/begin.ts";
export { allowsChange, matchesETag, strongETag } from "./respond/etag.ts";
export { isTemporary, isUnavailable, problemReply } from "./respond/failure.ts";
export { oncePerPart } from "./respond/idempotency.ts";
export { bytes, json, jsonText, Reply, stream } from "./respond/reply.ts";
export { respond } from "./respond/respond.ts";
