import { setTimeout as elapsed } from "node:timers/promises";
import type { Deps } from "../deps.ts";
import { type AttemptTimes, attemptToSend } from "./mail-attempt.service.ts";
import { latestDueMs } from "./mail-retry.rules.ts";
import { maxParallel } from "./mailer.service.ts";
import type { ClaimedMail } from "./outgoing-mail.repo.ts";

/** Times in milliseconds. */
export interface DispatchTimes extends AttemptTimes {
  /** How soon an e-mail whose process died is sent again. Claims are renewed, so it may be short. */
  leaseMs: number;
  /** How long the next e-mail waits for one that takes its time. */
  overtakeMs: number;
  /** How long a stop waits for what is under way. */
  drainMs: number;
}

const defaultTimes: DispatchTimes = {
  leaseMs: 30_000,
  overtakeMs: 10_000,
  drainMs: 5_000,
  attemptMs: 900_000,
  settleAgainMs: 1_000,
};

/**
 * Sends due e-mails; any number of replicas may do so. Claims one e-mail after the other, sends it while no
 * transaction is open, and settles it: a crash leaves one e-mail that may have been sent and is sent again.
 * The next e-mails overtake a slow one, which keeps its connection.
 */
export function createMailDispatcher(
  deps: Pick<Deps, "mail" | "mailer" | "identity" | "log">,
  times: Partial<DispatchTimes> = {},
) {
  const { mail, log } = deps;
  const { leaseMs, overtakeMs, drainMs, ...attemptTimes } = { ...defaultTimes, ...times };
  const inProgress = new Map<string, Promise<void>>();
  const aborting = new AbortController();
  let turn: Promise<unknown> = Promise.resolve();
  let sent = 0;

  const begin = (claimed: ClaimedMail) => {
    const ended = new AbortController();
    const attempt = attemptToSend(deps, claimed, { ...attemptTimes, signal: aborting.signal }).then(
      (went) => {
        if (went) sent += 1;
        inProgress.delete(claimed.id);
        ended.abort();
      },
    );
    inProgress.set(claimed.id, attempt);
    turn = elapsed(overtakeMs, undefined, { signal: ended.signal }).catch(() => {});
  };
  const renewal = setInterval(() => {
    if (inProgress.size === 0) return;
    mail
      .renew([...inProgress.keys()], leaseMs)
      .catch((err: unknown) => log.warn({ err }, "claims of e-mails could not be renewed"));
  }, leaseMs / 3).unref();

  const dispatch = async (signal?: AbortSignal) => {
    const stopping = signal ? aborted(signal) : never;
    for (;;) {
      await Promise.race([turn, stopping]);
      if (inProgress.size >= maxParallel) await Promise.race([...inProgress.values(), stopping]);
      if (signal?.aborted) return;
      const claimed = await mail.claim({ leaseMs, latestDueMs, except: [...inProgress.keys()] });
      if (!claimed) return;
      begin(claimed);
    }
  };
  return {
    /** Begins all due e-mails, or until the signal aborts. Slow ones may still be in progress afterwards. */
    dispatch,
    /** As `dispatch`, and waits for all e-mails in progress; gives how many were sent. */
    async sendDue(): Promise<number> {
      const before = sent;
      await dispatch();
      await Promise.all(inProgress.values());
      return sent - before;
    },
    /** Waits a moment for e-mails in progress, then aborts them. To be called after the last dispatch. */
    async stop(): Promise<void> {
      const drained = new AbortController();
      const ended = Promise.all(inProgress.values()).then(() => drained.abort());
      await elapsed(drainMs, undefined, { signal: drained.signal }).catch(() => {});
      aborting.abort();
      await ended;
      clearInterval(renewal);
    },
  };
}

const never = new Promise<never>(() => {});

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
