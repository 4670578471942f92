import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** Sends a notification on, as it came; resolves with the status of the answer. */
export type Forward = (request: Pick<IncomingMessage, "headers">, body: string) => Promise<number>;

/** Of the connection that a request came by (RFC 9110, 7.6.1), or set by the next connection itself. */
const ofConnection = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** As long as the product waits at most. */
const timeoutMs = 20_000;

/** Sends notifications on to an address. No answer counts as 502, so that the product repeats them. */
export const forwardTo =
  (url: string): Forward =>
  async ({ headers }, body) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const init: RequestInit = {
      method: "POST",
      headers: endToEnd(headers),
      body,
      redirect: "manual",
      signal,
    };
    const answer = await fetch(url, init).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.status ?? 502;
  };

function endToEnd(headers: IncomingHttpHeaders): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !ofConnection.has(name)) kept.set(name, String(value));
  return kept;
}
