import {
  allowsChange,
  type Caller,
  common,
  json,
  type Problem,
  type Reply,
  strongETag,
} from "@marketplace/conventions";
import { mayManage } from "../access/flex-user.service.ts";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import type { Pair, Subscription } from "../subscriptions/subscriptions.repo.ts";
import type { Verdict } from "./causes.rules.ts";

/** One of the two parts of a configuration that a PUT replaces as a whole. */
export interface Part<T> {
  notFound: () => Problem;
  forbidden: (extra: { cause: { code: string; message: string; references: string[] }[] }) => Problem;
  validate(body: unknown, present: Subscription): Verdict<T>;
  /** The subscription with this part replaced. */
  replace(present: Subscription, value: T): Subscription;
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
 * Replaces a part under the lock of its row, so that parallel changes take turns and each answers what it
 * left behind. `If-Match` takes the ETag of an earlier answer; a 412 tells the present one.
 */
export async function changeConfiguration<T>(
  part: Part<T>,
  { pair, caller, body, ifMatch }: Change,
  deps: Deps,
): Promise<Reply> {
  if (!mayManage(caller, pair.userId))
    throw refusal(part, "not_the_seller", "The configuration is another seller's");
  // Asked before the lock is taken, so that no row waits for another service.
  const [user] = await deps.identity.users({ ids: [pair.userId] });
  return deps.transaction(async () => {
    const present = await deps.subscriptions.lock(pair);
    if (!present || !user) throw part.notFound();
    if (user.moderated) throw refusal(part, "moderated", "The user is moderated");
    if (user.intervened) throw refusal(part, "intervened", "The user is intervened");
    if (present.status === "out") throw refusal(part, "subscription_out", "The subscription is out");
    const changed = part.replace(present, accepted(part, part.validate(body, present)));
    const etag = etagOf(part, present);
    if (!allowsChange(ifMatch, etag)) throw common.precondition_failed({ headers: { ETag: etag } });
    await deps.subscriptions.save(changed);
    return json(part.show(changed), { headers: { ETag: etagOf(part, changed) } });
  });
}

function accepted<T>(part: Part<T>, verdict: Verdict<T>): T {
  if (verdict.kind === "forbidden") throw refusal(part, "disabled_feature", verdict.reason);
  if (verdict.kind === "invalid") throw problems.invalid_json_body({ cause: verdict.causes });
  return verdict.value;
}

const etagOf = <T>(part: Part<T>, subscription: Subscription): string =>
  strongETag(JSON.stringify(part.show(subscription)));

const refusal = <T>(part: Part<T>, code: string, message: string): Problem =>
  part.forbidden({ cause: [{ code, message, references: [] }] });
