import { Agent, request } from "undici";
import { AddressNotAllowed, guardedConnector, type Resolve } from "./guarded-connector.service.ts";

export type HttpSender = ReturnType<typeof createHttpSender>;

/** What is posted to an application. */
export interface OutgoingNotification {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The request that caused its event. */
  requestId?: string | undefined;
  /** What a further attempt is made of. */
  origin?: object;
  /** Aborted when notifications stop: what stands around the sender holds it back no longer. */
  stopping?: AbortSignal;
}

/** The end of an attempt. */
export interface SendResult {
  /** Why it failed, in words for the application's owner; absent when it was acknowledged. */
  failure?: string;
  /** The status of the answer, if there was one. */
  status?: number;
  /** How the body of that answer begins. */
  answer?: string;
}

/** Posts once; never rejects for what a receiver does. */
export type SendNotification = (notification: OutgoingNotification) => Promise<SendResult>;

/** Makes one more attempt of an `origin`, signed again; whatever comes of it changes nothing else. */
export type SendAgain = (origin: object) => Promise<SendResult>;

/** The deliveries behind what is sent. */
export interface DeliveryQueue {
  again: SendAgain;
  /** When the next attempts of notifications are due, in domain time, by `_id`; none where none follows. */
  nextAttempts(ids: readonly string[]): Promise<ReadonlyMap<string, Date>>;
}

/** What is called around each attempt; it may change it, or not send it at all. */
export type AroundSend = (send: SendNotification, queue: DeliveryQueue) => SendNotification;

export interface HttpSenderOptions {
  /** Longest duration of an attempt, from the name lookup to the status line, in milliseconds. */
  timeoutMs: number;
  /** Whether private addresses may be called: development only. */
  allowPrivate: boolean;
  aroundSend?: ((send: SendNotification) => SendNotification) | undefined;
  /** How names are resolved where only public addresses are allowed; the name servers when absent. */
  resolve?: Resolve;
}

// The body is read only as far as the connection can be reused.
const answerBytesRead = 16_384;
const answerBytesShown = 1_024;

/** A sender that follows no redirects; only HTTP 200 acknowledges (decisions 4.2). */
export function createHttpSender({ timeoutMs, allowPrivate, resolve, aroundSend }: HttpSenderOptions) {
  const connect = allowPrivate ? { timeout: timeoutMs } : guardedConnector(timeoutMs, resolve);
  const dispatcher = new Agent({ connect, allowH2: false });
  const send: SendNotification = async ({ url, headers, body: payload }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const message = { method: "POST", headers, body: payload, dispatcher, signal } as const;
      const { statusCode: status, body } = await request(url, message);
      const answer = await beginningOf(body);
      return status === 200 ? { status, answer } : { status, answer, failure: `answered HTTP ${status}` };
    } catch (error) {
      return { failure: signal.aborted ? `no answer within ${timeoutMs} ms` : reasonOf(error) };
    }
  };
  return {
    /** Posts JSON once. */
    send: aroundSend?.(send) ?? send,
    close: () => dispatcher.destroy(),
  };
}

/** Reads a body, short ones to the end; what comes too late or is too long is left. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const shown: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of body) {
      if (read < answerBytesShown) shown.push(Buffer.from(chunk.subarray(0, answerBytesShown - read)));
      read += chunk.length;
      if (read > answerBytesRead) break;
    }
  } catch {
    // The status has been answered, which is what counts.
  }
  return Buffer.concat(shown).toString();
}

/** Reveals no more of the network than the owner of a public address knows. */
function reasonOf(error: unknown): string {
  return error instanceof AddressNotAllowed ? "the address is not public" : "the connection failed";
}
