import { setTimeout as delay } from "node:timers/promises";
import type { Request } from "./kinds.ts";
import { quantile } from "./numbers.ts";

/** Result of a load. */
export interface Result {
  answers: number;
  seconds: number;
  /** Failures with their counts. */
  errors: Map<string, number>;
  /** Latencies of all answers in milliseconds, by kind. */
  times: Map<string, number[]>;
}

const timeoutMs = 30_000;

/** Sends requests to one product and counts the answers. */
export class Load {
  readonly #baseUrl: string;
  readonly #next: () => Request;
  #result: Result = newResult();

  constructor(baseUrl: string, next: () => Request) {
    this.#baseUrl = baseUrl;
    this.#next = next;
  }

  /** Closed loop: `clients` send one request at a time, as fast as they are answered. */
  async closed(clients: number, seconds: number): Promise<Result> {
    const started = this.#begin();
    const end = started + seconds * 1_000;
    const client = async () => {
      while (performance.now() < end) await this.#send();
    };
    await Promise.all(Array.from({ length: clients }, client));
    return this.#end(started);
  }

  /** Open loop: `rate` requests a second regardless of the answers, with at most `most` at once. */
  async open(rate: number, seconds: number, most = 256): Promise<Result> {
    const started = this.#begin();
    const underWay = new Set<Promise<void>>();
    const total = Math.round(rate * seconds);
    for (let sent = 0; sent < total; ) {
      const due = Math.min(total, Math.floor(((performance.now() - started) / 1_000) * rate) + 1);
      while (sent < due && underWay.size < most) {
        const one = this.#send().finally(() => underWay.delete(one));
        underWay.add(one);
        sent++;
      }
      if (underWay.size >= most) await Promise.race(underWay);
      else await delay(5);
    }
    await Promise.all(underWay);
    return this.#end(started);
  }

  #begin(): number {
    this.#result = newResult();
    return performance.now();
  }

  #end(started: number): Result {
    return { ...this.#result, seconds: (performance.now() - started) / 1_000 };
  }

  async #send(): Promise<void> {
    const { kind, method, path, token, body, noted } = this.#next();
    const form = body instanceof FormData;
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && !form && { "Content-Type": "application/json" }),
    };
    const begun = performance.now();
    try {
      const answer = await fetch(this.#baseUrl + path, {
        method,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) return this.#fail(`${kind}: ${answer.status} ${text.slice(0, 200)}`);
      noted?.(JSON.parse(text));
      this.#succeed(kind, performance.now() - begun);
    } catch (error) {
      this.#fail(`${kind}: ${error instanceof Error ? `${error.message} ${error.cause ?? ""}` : error}`);
    }
  }

  #succeed(kind: string, milliseconds: number): void {
    const { times } = this.#result;
    const all = times.get(kind);
    if (all) all.push(milliseconds);
    else times.set(kind, [milliseconds]);
    this.#result.answers += 1;
  }

  #fail(words: string): void {
    const { errors } = this.#result;
    errors.set(words, (errors.get(words) ?? 0) + 1);
  }
}

const newResult = (): Result => ({ answers: 0, seconds: 0, errors: new Map(), times: new Map() });

/** Finds the maximum rate: adds clients until the requests per second no longer rise. */
export async function capacityOf(load: Load, secondsEach: number): Promise<number> {
  let best = 0;
  for (const clients of [2, 4, 8, 16, 32]) {
    const { answers, seconds, errors } = await load.closed(clients, secondsEach);
    if (errors.size > 0) throw new Error(`errors while looking for capacity: ${[...errors.keys()][0]}`);
    const rate = answers / seconds;
    if (rate < best * 1.05) return Math.max(rate, best);
    best = rate;
  }
  return best;
}

/** The p99 of each kind, in milliseconds. */
export const p99Of = ({ times }: Result): Record<string, number> =>
  Object.fromEntries([...times].sort().map(([kind, all]) => [kind, Math.round(quantile(all, 0.99))]));
