import { setTimeout as delay } from "node:timers/promises";

/** The demo's users and fixtures, as the seed writes them. */
export interface Demo {
  users: Record<string, { id: number; access_token: string }>;
  fixtures: Record<string, unknown>;
}

export interface Answer {
  status: number;
  retryAfter: string | null;
  /** The parsed body when it is JSON. */
  body: unknown;
  bytes: Buffer;
}

/** Requests of the demo's users to one stack. A failed connection counts as an answer of status 0. */
export class Clients {
  readonly #baseUrl: string;
  readonly #demo: Demo;

  constructor(baseUrl: string, demo: Demo) {
    this.#baseUrl = baseUrl;
    this.#demo = demo;
  }

  fixture(name: string): string {
    const value = this.#demo.fixtures[name];
    if (value === undefined) throw new Error(`the demo has no ${name}`);
    return String(value);
  }

  async ask(user: string, path: string, init: RequestInit & { json?: unknown } = {}): Promise<Answer> {
    const { json, ...rest } = init;
    const headers = {
      Authorization: `Bearer ${this.#demo.users[user]?.access_token}`,
      ...(json !== undefined && { "Content-Type": "application/json" }),
    };
    const body = json === undefined ? rest.body : JSON.stringify(json);
    const request = { method: body ? "POST" : "GET", ...rest, headers, ...(body && { body }) };
    try {
      const answer = await fetch(this.#baseUrl + path, { ...request, signal: AbortSignal.timeout(40_000) });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return {
        status: answer.status,
        retryAfter: answer.headers.get("retry-after"),
        bytes,
        body: parsed(bytes),
      };
    } catch (error) {
      const reason = error instanceof Error ? String(error.cause ?? error) : String(error);
      return { status: 0, retryAfter: null, body: reason, bytes: Buffer.alloc(0) };
    }
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Reads a field of an answer of unknown shape. */
export const field = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;

/** Repeats a request until it has this status; returns the last answer after a minute. */
export async function until(status: number, ask: () => Promise<Answer>): Promise<Answer> {
  for (let left = 120; ; left--) {
    const answer = await ask();
    if (answer.status === status || left === 0) return answer;
    await delay(500);
  }
}
