import type { Clock, Send } from "./send.ts";

/** How often and how patiently a refused request is repeated. */
export interface RetryPolicy {
  /** Requests sent at most, the first one included. */
  attempts: number;
  /** Longest first pause in milliseconds; each further one may be twice as long. */
  baseMs: number;
  /** A server that asks for a longer pause than this gets no repetition; its answer is handed to the caller. */
  maxWaitMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 4, baseMs: 200, maxWaitMs: 30_000 };

interface Parts {
  policy: RetryPolicy;
  clock: Clock;
  /** Between 0 and 1: spreads the clients that were refused together. */
  random: () => number;
}

const temporary: ReadonlySet<number> = new Set([429, 503]);
const idempotent: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

/** Whether doing it twice is as good as doing it once: a POST says so by its Idempotency-Key. */
const repeatable = ({ method, headers }: Request): boolean =>
  idempotent.has(method) || headers.has("Idempotency-Key");

/** Repeats what was answered 429 or 503, when that can do no harm, after the pause that the server asks for. */
export function retrying(send: Send, { policy, clock, random }: Parts): Send {
  return async (request) => {
    if (!repeatable(request)) return send(request);
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= policy.attempts;
      const answer = await send(last ? request : request.clone());
      if (last || !temporary.has(answer.status)) return answer;
      const backoff = Math.min(policy.maxWaitMs, policy.baseMs * 2 ** (attempt - 1)) * random();
      // The jitter comes on top of what the server asks for, or all clients would be back at the same moment.
      const pause = retryAfterMs(answer, clock.now()) + backoff;
      if (pause > policy.maxWaitMs) return answer;
      await answer.body?.cancel();
      await clock.wait(pause, request.signal);
    }
  };
}

/** What Retry-After asks for, in milliseconds: seconds or a date; 0 when absent or unreadable. */
function retryAfterMs({ headers }: Response, now: number): number {
  const asked = headers.get("Retry-After")?.trim() ?? "";
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  const date = Date.parse(asked);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
