import { setTimeout as wait } from "node:timers/promises";
import type { Answer } from "./difference.ts";

/** A marketplace that is read. */
export interface Side {
  baseUrl: string;
  /** Sent as a Bearer token; without one reads are anonymous. */
  token?: string | undefined;
}

/** Nothing answered. */
export class Unreachable extends Error {
  constructor(baseUrl: string, cause: unknown) {
    super(`${baseUrl} does not answer`, { cause });
    this.name = "Unreachable";
  }
}

const timeoutMs = 30_000;
/** How often, and how long at most, a read waits where the other side limits its rate. */
const rateLimitRetries = { attempts: 3, maxMs: 60_000 };

/** Reads from one side; throws Unreachable. */
export async function readFrom({ baseUrl, token }: Side, target: string): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const { answer, text } = await ask({ baseUrl, token }, target).catch((error: unknown) => {
      throw new Unreachable(baseUrl, error);
    });
    if (answer.status === 429 && attempt < rateLimitRetries.attempts) await wait(pauseOf(answer, attempt));
    else return { status: answer.status, headers: Object.fromEntries(answer.headers), json: parsed(text) };
  }
}

/** An answer with its whole body, which may break off as well. */
async function ask({ baseUrl, token }: Side, target: string): Promise<{ answer: Response; text: string }> {
  const answer = await fetch(baseUrl.replace(/\/$/, "") + target, {
    headers: {
      Accept: "application/json",
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { answer, text: await answer.text() };
}

const pauseOf = (answer: Response, attempt: number): number => {
  const seconds = Number(answer.headers.get("retry-after"));
  const ms = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 1_000 * attempt;
  return Math.min(ms, rateLimitRetries.maxMs);
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
