import { Agent, request } from "undici";
import { AddressNotAllowed, guardedConnector, type Resolve } from "./guarded-connector.service.ts";

export type HttpSender = ReturnType<typeof createHttpSender>;

export interface HttpSenderOptions {
  /** Longest duration of an attempt, from the name lookup to the status line, in milliseconds. */
  timeoutMs: number;
  /** Whether private addresses may be called: development only. */
  allowPrivate: boolean;
  /** How names are resolved where only public addresses are allowed; the name servers when absent. */
  resolve?: Resolve;
}

// The body is read only as far as the connection can be reused.
const answerBytesRead = 16_384;

/** A sender that follows no redirects; only HTTP 200 acknowledges (decisions 4.2). */
export function createHttpSender({ timeoutMs, allowPrivate, resolve }: HttpSenderOptions) {
  const connect = allowPrivate ? { timeout: timeoutMs } : guardedConnector(timeoutMs, resolve);
  const dispatcher = new Agent({ connect, allowH2: false });
  return {
    /** Posts JSON once; `undefined` when acknowledged, else the reason, for the application's owner. */
    async send(
      url: string,
      message: { headers: Record<string, string>; body: string },
    ): Promise<string | undefined> {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const { statusCode, body } = await request(url, { ...message, method: "POST", dispatcher, signal });
        await body.dump({ limit: answerBytesRead, signal }).catch(() => {});
        return statusCode === 200 ? undefined : `answered HTTP ${statusCode}`;
      } catch (error) {
        return signal.aborted ? `no answer within ${timeoutMs} ms` : reasonOf(error);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/** Reveals no more of the network than the owner of a public address knows. */
function reasonOf(error: unknown): string {
  return error instanceof AddressNotAllowed ? "the address is not public" : "the connection failed";
}
