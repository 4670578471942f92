import { callChecks } from "./call-checks.ts";
import type { Check } from "./check.ts";
import { deliveryChecks } from "./delivery-checks.ts";
import { receiverChecks } from "./receiver-checks.ts";
import { tokenChecks } from "./token-checks.ts";

/**
 * The checks of a certification, in the order in which they are made: what may end a client's tokens is at
 * the end.
 */
export const checks: readonly Check[] = [
  deliveryChecks.acknowledges,
  deliveryChecks.resource,
  deliveryChecks.acknowledgesFirst,
  receiverChecks.signature,
  receiverChecks.staleTimestamp,
  receiverChecks.alteredBody,
  receiverChecks.duplicates,
  receiverChecks.order,
  receiverChecks.unknownParts,
  receiverChecks.oddValues,
  receiverChecks.burst,
  receiverChecks.malformed,
  receiverChecks.otherMethods,
  deliveryChecks.retry,
  deliveryChecks.missedFeeds,
  callChecks.retryAfter,
  callChecks.backOff,
  callChecks.statePkce,
  tokenChecks.refresh,
  tokenChecks.keepsRefreshToken,
  tokenChecks.refreshOnce,
  tokenChecks.refreshRace,
  callChecks.tokenInHeader,
  tokenChecks.invalidGrant,
  tokenChecks.revocation,
];
