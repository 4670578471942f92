import type { DeliveriesRepo } from "./deliveries.repo.ts";
import { type AttemptOptions, attempt, type Outcome } from "./delivery-attempt.service.ts";

export interface DeliveryBatchOptions extends AttemptOptions {
  deliveries: Pick<DeliveriesRepo, "claim" | "renew" | "acknowledge" | "fail">;
  /** Concurrent attempts per application. */
  parallel: number;
  /** For how long a claim holds, in milliseconds; that of an attempt under way is renewed before. */
  claimMs: number;
}

export type DeliveryBatch = ReturnType<typeof startDeliveryBatch>;

/**
 * Starts a batch: it claims up to `parallel` deliveries, attempts them at once, and claims again as soon as
 * one has ended. A slow endpoint holds one slot and not the others. Outcomes that arrive together are stored
 * together. What stands around the sender may hold an attempt for longer than a claim holds.
 */
export function startDeliveryBatch(options: DeliveryBatchOptions, applicationId: number) {
  const { deliveries, applications, clock, systemClock, parallel, claimMs, metrics, log } = options;
  let inFlight = 0;
  /** Claimed, and the outcome not stored yet. */
  const held = new Set<string>();
  let mayBeDue = true;
  let stopped = false;
  let over = false;
  let ended: Outcome[] = [];
  let change = Promise.withResolvers<void>();

  const start = (attempted: Promise<Outcome>) => {
    inFlight += 1;
    void attempted.then((outcome) => {
      inFlight -= 1;
      ended.push(outcome);
      change.resolve();
    });
  };
  const claim = async () => {
    mayBeDue = false;
    const limit = parallel - inFlight;
    const at = { due: clock.now(), present: systemClock.now() };
    const claimed = await deliveries.claim(applicationId, { ...at, claimMs, limit, except: [...held] });
    if (claimed.length === 0) return;
    if (claimed.length === limit) mayBeDue = true;
    for (const { id } of claimed) held.add(id);
    // Read for each claim: a changed URL or secret counts from now on.
    const application = await applications.find(applicationId);
    for (const delivery of claimed) start(attempt(options, delivery, application));
  };
  const writeDown = async () => {
    const outcomes = ended;
    ended = [];
    const failures = outcomes.flatMap(({ failed }) => (failed ? [failed] : []));
    await deliveries.acknowledge(outcomes.filter(({ failed }) => !failed).map(({ id }) => id));
    await deliveries.fail(failures, { now: clock.now(), present: systemClock.now() });
    for (const { id } of outcomes) held.delete(id);
    for (const { dueAt } of failures) if (!dueAt) metrics?.business.deliveryFailed.inc();
  };

  const renew = () => {
    if (held.size === 0) return;
    deliveries
      .renew([...held], new Date(systemClock.now().getTime() + claimMs))
      .catch((err: unknown) => log.warn({ err, applicationId }, "claims of notifications were not renewed"));
  };

  const run = async () => {
    const renewal = setInterval(renew, claimMs / 3);
    try {
      while (inFlight > 0 || ended.length > 0 || (mayBeDue && !stopped)) {
        change = Promise.withResolvers();
        if (ended.length > 0) await writeDown();
        if (mayBeDue && !stopped && inFlight < parallel) await claim();
        else if (inFlight > 0 && ended.length === 0) await change.promise;
      }
    } finally {
      clearInterval(renewal);
      // In the same tick as the last check of mayBeDue, so that no call of lookAgain is lost.
      over = true;
    }
  };
  return {
    /** Asks for one more claim before the batch ends; false when it has ended. */
    lookAgain(): boolean {
      mayBeDue = true;
      change.resolve();
      return !over;
    },
    /** Stops claiming; the batch ends when its attempts have ended. */
    stop(): void {
      stopped = true;
      change.resolve();
    },
    finished: run(),
  };
}
