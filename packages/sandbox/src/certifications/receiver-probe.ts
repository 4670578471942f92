import { randomUUID } from "node:crypto";
import { systemClock } from "@marketplace/server";
import { Webhook } from "standardwebhooks";

/** What receivers are sent. */
export interface Message {
  headers: Record<string, string>;
  body: string;
}

/** What a receiver answered. */
export interface Answer {
  /** `undefined` when there was no answer. */
  status: number | undefined;
  /** From the request to the status line, in milliseconds. */
  ms: number;
}

const signature = "webhook-signature";

/** A message as the product signs it, `agoMs` before now. */
export function signedMessage(
  secret: string,
  body: string,
  { id = randomUUID(), agoMs = 0 }: { id?: string; agoMs?: number } = {},
): Message {
  const at = new Date(systemClock.now().getTime() - agoMs);
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "marketplace-notifications",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      [signature]: new Webhook(secret).sign(id, at, body),
    },
  };
}

/** The same message with a signature that does not fit, though it is well formed. */
export const wronglySigned = ({ headers, body }: Message): Message => ({
  body,
  headers: { ...headers, [signature]: `v1,${Buffer.alloc(32).toString("base64")}` },
});

/** The same message without the headers of its signature. */
export const unsigned = ({ headers, body }: Message): Message => ({
  body,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("webhook-"))),
});

interface Request {
  method: "POST" | "GET" | "HEAD";
  message?: Message;
  timeoutMs: number;
}

/** Asks the receiver as the product does: redirects are not followed. */
export async function askReceiver(url: string, { method, message, timeoutMs }: Request): Promise<Answer> {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { method, redirect: "manual", signal, ...message });
    const ms = elapsed();
    await answer.body?.cancel();
    return { status: answer.status, ms };
  } catch {
    return { status: undefined, ms: elapsed() };
  }
}

/** Any success: the product takes 200 alone, which a check of its own asks for. */
export const isTaken = ({ status = 0 }: Answer): boolean => status >= 200 && status < 300;

/** An answer in words. */
export const saying = ({ status }: Answer): string =>
  status === undefined ? "was not answered" : `was answered ${status}`;
