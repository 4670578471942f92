import type { DeliveriesRepo } from "./deliveries.repo.ts";
import { type AttemptOptions, attempt, type Outcome } from "./delivery-attempt.service.ts";

export interface DeliveryBatchOptions extends AttemptOptions {
  deliveries: Pick<DeliveriesRepo, "claim" | "acknowledge" | "fail">;
  /** Attempts to one application at once. */
  parallel: number;
  /** For how long a claim holds, in milliseconds: longer than any attempt and its bookkeeping take. */
  claimMs: number;
}

/** The delivery of everything that is due for one application. */
export interface DeliveryBatch {
  /** Something may have become due: the batch looks once more before it ends. False when it has ended. */
  lookAgain(): boolean;
  /** Claims nothing more; the batch ends with the attempts at hand. */
  stop(): void;
  finished: Promise<void>;
}

/**
 * Starts a batch: it claims as much as there is room for, attempts all of it at once, and claims again as soon as
 * something has ended, so a slow answer holds back one place of `parallel` and not the others. What ended meanwhile is
 * written down together.
 */
export function startDeliveryBatch(options: DeliveryBatchOptions, applicationId: number): DeliveryBatch {
  const { deliveries, applications, clock, parallel, claimMs } = options;
  let inFlight = 0;
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
    const now = clock.now();
    const limit = parallel - inFlight;
    const until = new Date(now.getTime() + claimMs);
    const claimed = await deliveries.claim(applicationId, { now, until, limit });
    if (claimed.length === 0) return;
    if (claimed.length === limit) mayBeDue = true;
    // Looked at each time: a changed URL or secret counts from now on.
    const application = await applications.find(applicationId);
    for (const delivery of claimed) start(attempt(options, delivery, application));
  };
  const writeDown = async () => {
    const outcomes = ended;
    ended = [];
    const failures = outcomes.flatMap(({ failed }) => (failed ? [failed] : []));
    await deliveries.acknowledge(outcomes.filter(({ failed }) => !failed).map(({ id }) => id));
    await deliveries.fail(failures, clock.now());
  };

  const run = async () => {
    try {
      while (inFlight > 0 || ended.length > 0 || (mayBeDue && !stopped)) {
        change = Promise.withResolvers();
        if (ended.length > 0) await writeDown();
        if (mayBeDue && !stopped && inFlight < parallel) await claim();
        else if (inFlight > 0 && ended.length === 0) await change.promise;
      }
    } finally {
      // In the same breath as the last look at mayBeDue, so that no call to look again falls between them.
      over = true;
    }
  };
  return {
    lookAgain() {
      mayBeDue = true;
      change.resolve();
      return !over;
    },
    stop() {
      stopped = true;
      change.resolve();
    },
    finished: run(),
  };
}
