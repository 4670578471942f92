import type { Tally } from "./tally.ts";

/** What a request may carry. */
export interface Ask {
  token?: string;
  body?: unknown;
  form?: FormData;
  key?: string | undefined;
}

/** Outcome of a request; `status` is 0 when no answer came. */
export interface Answer {
  status: number;
  bytes: Buffer;
  json<T = unknown>(): T;
}

export type Asker = (method: string, path: string, ask?: Ask) => Promise<Answer>;

/** Longer than every deadline of the product (gateway to service: 30 s). */
const deadlineMs = 45_000;

/**
 * Statuses that a fault may cause: unavailable, a broken or silent service behind the gateway, a full disk.
 */
const excuses: ReadonlySet<number> = new Set([502, 503, 504, 507]);

/**
 * A client that checks every answer: an error has the standard body, and a missing answer counts as hung.
 * `excused` returns the statuses of 500 and above that are allowed at present.
 */
export function askerOf(baseUrl: string, tally: Tally, excused = () => excuses): Asker {
  return async (method, path, ask = {}) => {
    const { token, body, form, key } = ask;
    const headers = {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(key && { "Idempotency-Key": key }),
    };
    const sent = form ?? (body === undefined ? undefined : JSON.stringify(body));
    const signal = AbortSignal.timeout(deadlineMs);
    tally.requests += 1;
    const excusedBefore = excused();
    try {
      const response = await fetch(baseUrl + path, { method, headers, signal, ...(sent && { body: sent }) });
      const bytes = Buffer.from(await response.arrayBuffer());
      const isExcused = excusedBefore.has(response.status) || excused().has(response.status);
      const what = `${method} ${path}`;
      if (!response.ok) judge(tally, response, { what, isExcused, text: bytes.toString() });
      return { status: response.status, bytes, json: () => JSON.parse(bytes.toString()) };
    } catch (error) {
      tally.failures.push(`${method} ${path}: ${wordsOf(error)}`);
      if (signal.aborted) tally.hung.push(`${method} ${path}`);
      else tally.unanswered.push(`${method} ${path}: ${wordsOf(error)}`);
      return { status: 0, bytes: Buffer.alloc(0), json: () => Object.create(null) };
    }
  };
}

function wordsOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? cause.message : String(error);
}

const standard = ["message", "error", "status", "cause"];

interface Said {
  what: string;
  text: string;
  isExcused: boolean;
}

function judge(tally: Tally, { status, headers }: Response, { what, text, isExcused }: Said) {
  const said = `${what}: ${status} ${text.slice(0, 200)}`;
  if (!isStandard(status, text) || !headers.get("content-type")?.startsWith("application/json"))
    tally.notStandard.push(said);
  else if ((status === 503 || status === 507) && !headers.get("retry-after"))
    tally.notStandard.push(`${said} (no Retry-After)`);
  if (status >= 500) tally.failures.push(said);
  if (isExcused) tally.excused.push(said);
  else if (status >= 500) tally.inexcusable.push(said);
}

function isStandard(status: number, text: string): boolean {
  try {
    const body: Record<string, unknown> = JSON.parse(text);
    return (
      Object.keys(body).join() === standard.join() && body.status === status && Array.isArray(body.cause)
    );
  } catch {
    return false;
  }
}
