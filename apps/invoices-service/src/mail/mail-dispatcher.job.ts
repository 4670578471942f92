import { setTimeout as elapsed } from "node:timers/promises";
import type { Deps } from "../deps.ts";
import { type AttemptTimes, attemptToSend } from "./mail-attempt.service.ts";
import { latestDueMs } from "./mail-retry.rules.ts";
import { mostAtOnce } from "./mailer.service.ts";
import type { ClaimedMail } from "./outgoing-mail.repo.ts";

/** Sends the e-mails that wait; any number of replicas may do so together. */
export interface MailDispatcher {
  /** Sends what is due, until nothing more is or the signal is given; what takes long goes on afterwards. */
  dispatch(signal?: AbortSignal): Promise<void>;
  /** As `dispatch`, and waits for all that is under way; answers how many e-mails went out. */
  sendDue(): Promise<number>;
  /** Lets what is under way end, for a moment; then gives it up. To be called when nothing dispatches any more. */
  stop(): Promise<void>;
}

/** Times in milliseconds. */
export interface DispatchTimes extends AttemptTimes {
  /** How soon an e-mail whose process died is sent again. Claims are renewed while they are needed, so it may be short. */
  leaseMs: number;
  /** How long the next e-mail waits for one that takes its time. */
  overtakeMs: number;
  /** How long a stop waits for what is under way. */
  drainMs: number;
}

const usual: DispatchTimes = {
  leaseMs: 30_000,
  overtakeMs: 10_000,
  drainMs: 5_000,
  attemptMs: 900_000,
  settleAgainMs: 1_000,
};

/**
 * One e-mail after the other is claimed, sent while no transaction is open, and settled by itself. So a crash leaves one
 * that may have gone out and is sent again. The next ones overtake an e-mail that takes long, which keeps its place among
 * the connections to the mail server and holds back no other.
 */
export function createMailDispatcher(
  deps: Pick<Deps, "mail" | "mailer" | "identity" | "log">,
  times: Partial<DispatchTimes> = {},
): MailDispatcher {
  const { mail, log } = deps;
  const { leaseMs, overtakeMs, drainMs, ...attemptTimes } = { ...usual, ...times };
  const underWay = new Map<string, Promise<void>>();
  const givenUp = new AbortController();
  let turn: Promise<unknown> = Promise.resolve();
  let sent = 0;

  const begin = (claimed: ClaimedMail) => {
    const ended = new AbortController();
    const attempt = attemptToSend(deps, claimed, { ...attemptTimes, signal: givenUp.signal }).then((went) => {
      if (went) sent += 1;
      underWay.delete(claimed.id);
      ended.abort();
    });
    underWay.set(claimed.id, attempt);
    turn = elapsed(overtakeMs, undefined, { signal: ended.signal }).catch(() => {});
  };
  const renewal = setInterval(() => {
    if (underWay.size === 0) return;
    mail
      .renew([...underWay.keys()], leaseMs)
      .catch((err: unknown) => log.warn({ err }, "claims of e-mails could not be renewed"));
  }, leaseMs / 3).unref();

  const dispatch = async (signal?: AbortSignal) => {
    const stopping = signal ? aborted(signal) : never;
    for (;;) {
      await Promise.race([turn, stopping]);
      if (underWay.size >= mostAtOnce) await Promise.race([...underWay.values(), stopping]);
      if (signal?.aborted) return;
      const claimed = await mail.claim({ leaseMs, latestDueMs, except: [...underWay.keys()] });
      if (!claimed) return;
      begin(claimed);
    }
  };
  return {
    dispatch,
    async sendDue() {
      const before = sent;
      await dispatch();
      await Promise.all(underWay.values());
      return sent - before;
    },
    async stop() {
      const drained = new AbortController();
      const ended = Promise.all(underWay.values()).then(() => drained.abort());
      await elapsed(drainMs, undefined, { signal: drained.signal }).catch(() => {});
      givenUp.abort();
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
