import {
  assertionHeader,
  type Exchange,
  type SurrogateListener,
  type SurrogateMark,
} from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { ServiceName } from "../edge/route-table.ts";
import { type Recorded, record } from "./record-response.ts";
import { type Beginning, valueAt } from "./response-cache.ts";

const mostBytes = 8 * 1024 * 1024;

/** With these an answer is not the same for the next one who asks. */
const ofOneConnection = ["connection", "set-cookie", "transfer-encoding"];

/** Listens for what a service says of its answer: that it may be kept, or that others are out of date. */
export function storeMarked(deps: Deps, exchange: Exchange, service: ServiceName): void {
  exchange.surrogate = new Listener(deps, exchange, service);
}

/** An object, for a closure over the exchange that hangs on it was measured to keep a fifth of all requests past their end. */
class Listener implements SurrogateListener {
  readonly #deps: Pick<Deps, "responseCache" | "telemetry">;
  readonly #exchange: Exchange;
  readonly #service: ServiceName;
  readonly #beginning: Beginning | undefined;

  constructor(deps: Deps, exchange: Exchange, service: ServiceName) {
    this.#deps = deps;
    this.#exchange = exchange;
    this.#service = service;
    this.#beginning = deps.responseCache.begin(service);
  }

  onMark(mark: SurrogateMark): void {
    const { responseCache, telemetry } = this.#deps;
    const exchange = this.#exchange;
    const beginning = this.#beginning;
    // Before the answer is sent: whoever changed something finds it changed.
    if (mark.seconds === 0) for (const name of mark.keys) responseCache.drop(this.#service, name);
    else if (beginning && mayBeKept(exchange)) {
      telemetry.metrics.cache("answers").miss.inc();
      record(exchange.res, mostBytes, (sent) => keep({ responseCache, exchange, mark, beginning, sent }));
    }
  }
}

/** Only what the plain form of a request gave is kept; a token in an address is not kept with it. */
const mayBeKept = ({ req }: Exchange): boolean =>
  req.method === "GET" &&
  req.headers[assertionHeader] === undefined &&
  req.headers.range === undefined &&
  !req.originalUrl.includes("access_token");

interface Keeping extends Pick<Deps, "responseCache"> {
  exchange: Exchange;
  mark: SurrogateMark;
  beginning: Beginning;
  sent: Recorded;
}

function keep({ responseCache, exchange, mark, beginning, sent }: Keeping): void {
  const { route = "unknown", owner, req } = exchange;
  const { status, headers, body } = sent;
  if (status !== 200 || !owner || ofOneConnection.some((name) => valueAt(headers, name) >= 0)) return;
  const etag = headers[valueAt(headers, "etag")];
  const { seconds, keys: names } = mark;
  responseCache.keep(req.originalUrl, { headers, body, etag, route, owner }, { beginning, seconds, names });
}
