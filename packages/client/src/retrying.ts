import type { Clock, Send } from "./send.ts";

/** When and how often a rejected request is retried. */
export interface RetryPolicy {
  /** Requests sent at most, the first one included. */
  attempts: number;
  /** Upper bound of the first backoff in milliseconds, before jitter; it doubles with each retry. */
  baseMs: number;
  /** If Retry-After plus backoff is longer than this, the 429 or 503 is returned. Milliseconds. */
  maxWaitMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 4, baseMs: 200, maxWaitMs: 30_000 };

interface Parts {
  policy: RetryPolicy;
  clock: Clock;
  /** Between 0 and 1, for the jitter. */
  random: () => number;
}

const retriedStatuses: ReadonlySet<number> = new Set([429, 503]);
const idempotent: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

/** Idempotent methods, and any request with an Idempotency-Key. */
const repeatable = ({ method, headers }: Request): boolean =>
  idempotent.has(method) || headers.has("Idempotency-Key");

/** Retries after 429 or 503, with the server's Retry-After and exponential backoff with full jitter. */
export function retrying(send: Send, { policy, clock, random }: Parts): Send {
  return async (request) => {
    if (!repeatable(request)) return send(request);
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= policy.attempts;
      const answer = await send(last ? request : request.clone());
      if (last || !retriedStatuses.has(answer.status)) return answer;
      const backoff = Math.min(policy.maxWaitMs, policy.baseMs * 2 ** (attempt - 1)) * random();
      // Jitter comes on top of Retry-After, or all clients would return at the same moment.
      const pause = retryAfterMs(answer, clock.now()) + backoff;
      if (pause > policy.maxWaitMs) return answer;
      await answer.body?.cancel();
      await clock.wait(pause, request.signal);
    }
  };
}

/** What Retry-After asks for, in milliseconds: seconds or a date; 0 when absent or malformed. */
function retryAfterMs({ headers }: Response, now: number): number {
  const asked = headers.get("Retry-After")?.trim() ?? "";
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  const date = Date.parse(asked);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
