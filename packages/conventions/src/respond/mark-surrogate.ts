import type { Operation } from "../declare/declare.ts";
import { type SurrogateMark, surrogateHeaders } from "../declare/surrogate.ts";
import { assertionHeader } from "../request/assertion.ts";
import { usableCallback } from "../request/callback.ts";
import type { Exchange } from "../request/exchange.ts";

/** Tells the gateway how to cache an answer: on the exchange in its own process, else by headers. */
export function markForSurrogate<Deps>(operation: Operation<Deps>, exchange: Exchange, status: number): void {
  const mark = markOf(operation, exchange, status);
  if (!mark) return;
  exchange.surrogate?.onMark(mark);
  if (exchange.req.headers[assertionHeader] === undefined) return;
  exchange.res.setHeader(
    surrogateHeaders.control,
    `max-age=${mark.seconds}${mark.anonymous ? ", anonymous" : ""}`,
  );
  exchange.res.setHeader(surrogateHeaders.key, mark.keys.join(" "));
}

/** A JSONP answer is not cached: its callback differs between clients. */
function markOf<Deps>(
  { cache, changes, anonymous }: Operation<Deps>,
  exchange: Exchange,
  status: number,
): SurrogateMark | undefined {
  if (changes && status < 300) return { seconds: 0, keys: changes };
  if (!cache || status !== 200 || usableCallback(exchange) !== undefined) return undefined;
  return anonymous ? { ...cache, anonymous } : cache;
}
