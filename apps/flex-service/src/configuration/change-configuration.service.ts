import {
  allowsChange,
  type Caller,
  common,
  json,
  type Problem,
  type Reply,
  strongETag,
} from "@marketplace/conventions";
import { managedUser, mayManage } from "../access/flex-user.service.ts";
import { areaById } from "../coverage-areas/coverage-areas.service.ts";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import type { Pair, Subscription } from "../subscriptions/subscriptions.repo.ts";
import { coveragePart, deliveryPart } from "./build-configuration.rules.ts";
import type { Verdict } from "./causes.rules.ts";
import { validateCoverage } from "./coverage.rules.ts";
import { validateDelivery } from "./delivery.rules.ts";
import type { Delivery, ZoneSelection } from "./state.schema.ts";

/** One of the two parts of a configuration that a PUT replaces as a whole. */
export interface Part<T> {
  notFound: () => Problem;
  forbidden: (extra: { cause: { code: string; message: string; references: string[] }[] }) => Problem;
  validate(body: unknown, current: Subscription): Verdict<T>;
  /** The subscription with this part replaced. */
  replace(current: Subscription, value: T): Subscription;
  /** The stored part, as the PUT answers it. */
  show(subscription: Subscription): unknown;
}

/** A PUT to either part; the body is the parsed JSON as it came. */
export interface Change {
  pair: Pair;
  caller: Caller;
  body: unknown;
  ifMatch: string | undefined;
}

/**
 * Replaces a part under the lock of its row, so that parallel changes take turns. `If-Match` takes the ETag
 * of an earlier answer, and a 412 carries the current one.
 */
export async function changeConfiguration<T>(
  part: Part<T>,
  { pair, caller, body, ifMatch }: Change,
  deps: Deps,
): Promise<Reply> {
  if (!mayManage(caller, pair.userId))
    throw forbidden(part, "not_the_seller", "The configuration is another seller's");
  // Called before the lock, so that no row stays locked during a call.
  const [user] = await deps.identity.users({ ids: [pair.userId] });
  return deps.transaction(async () => {
    const current = await deps.subscriptions.lock(pair);
    if (!current || !user) throw part.notFound();
    if (user.moderated) throw forbidden(part, "moderated", "The user is moderated");
    if (user.intervened) throw forbidden(part, "intervened", "The user is intervened");
    if (current.status === "out") throw forbidden(part, "subscription_out", "The subscription is out");
    const changed = part.replace(current, accepted(part, part.validate(body, current)));
    const etag = etagOf(part, current);
    if (!allowsChange(ifMatch, etag)) throw common.precondition_failed({ headers: { ETag: etag } });
    await deps.subscriptions.save(changed);
    return json(part.show(changed), { headers: { ETag: etagOf(part, changed) } });
  });
}

/**
 * The stored part with its ETag. It has what the configuration, which shows the cutoffs in force, does not:
 * the cutoffs as they were set.
 */
export async function readPart<T>(
  part: Part<T>,
  { pair, caller }: Pick<Change, "pair" | "caller">,
  deps: Deps,
): Promise<Reply> {
  await managedUser(pair, caller, deps);
  const stored = await deps.everywhere.subscriptions.find(pair);
  if (!stored) throw problems.subscriptions_not_found();
  return json(part.show(stored), { headers: { ETag: etagOf(part, stored) } });
}

function accepted<T>(part: Part<T>, verdict: Verdict<T>): T {
  if (verdict.kind === "forbidden") throw forbidden(part, "disabled_feature", verdict.reason);
  if (verdict.kind === "invalid") throw problems.invalid_json_body({ cause: verdict.causes });
  return verdict.value;
}

const etagOf = <T>(part: Part<T>, subscription: Subscription): string =>
  strongETag(JSON.stringify(part.show(subscription)));

const forbidden = <T>(part: Part<T>, code: string, message: string): Problem =>
  part.forbidden({ cause: [{ code, message, references: [] }] });

/** The delivery window, hours, capacity and general cutoff. */
export const delivery: Part<Delivery> = {
  notFound: problems.delivery_not_found,
  forbidden: problems.delivery_forbidden,
  validate: (body, current) => validateDelivery(body, featuresOf(current)),
  replace: (current, value) => ({ ...current, delivery: value }),
  show: (subscription) => deliveryPart(subscription.delivery),
};

/** The zones and their own cutoffs. */
export const coverage: Part<ZoneSelection[]> = {
  notFound: problems.coverage_not_found,
  forbidden: problems.coverage_forbidden,
  validate: (body, current) => {
    const area = current.areaId === null ? null : areaById(current.areaId);
    return validateCoverage(body, area?.zones ?? [], featuresOf(current));
  },
  replace: (current, zones) => ({ ...current, zones }),
  show: coveragePart,
};

const featuresOf = ({ disabledFeatures, ...current }: Subscription) => ({
  ...current,
  disabled_features: disabledFeatures,
});
