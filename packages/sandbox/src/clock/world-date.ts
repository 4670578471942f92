import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { RequestMiddleware, WorldClock } from "../world.ts";

const header = "X-Sandbox-Clock";

/**
 * Answers of a world whose clock is not the real one tell its time in `Date`, and in `X-Sandbox-Clock` how
 * many seconds it is ahead.
 */
export const tellsWorldTime: RequestMiddleware = ({ clock }, { res }, next) => {
  if (clock.offsetMs !== 0) tellTime(res, clock);
  next();
};

/** Set last of all: an answer from a cache, or of another process, brings a date of its own. */
function tellTime(res: ServerResponse, clock: WorldClock): void {
  const write = res.writeHead.bind(res);
  const writeHead = (status: number, ...rest: unknown[]) => {
    const own = headersOf(clock);
    const last = rest.at(-1);
    if (Array.isArray(last)) return write(status, ...reasonOf(rest), replaced(last, own));
    for (const [name, value] of Object.entries(own)) res.setHeader(name, value);
    if (typeof last !== "object" || last === null) return write(status, ...reasonOf(rest));
    return write(status, ...reasonOf(rest), without(last as OutgoingHttpHeaders, own));
  };
  res.writeHead = writeHead as typeof res.writeHead;
}

const headersOf = (clock: WorldClock): Record<string, string> => {
  const seconds = Math.round(clock.offsetMs / 1_000);
  return { Date: clock.now().toUTCString(), [header]: seconds < 0 ? String(seconds) : `+${seconds}` };
};

const reasonOf = ([first]: readonly unknown[]): [string] | [] => (typeof first === "string" ? [first] : []);

/** Names and values in turns, as raw headers are. */
function replaced(raw: readonly OutgoingHttpHeader[], own: Record<string, string>): OutgoingHttpHeader[] {
  const isOwn = (name: unknown) => has(own, String(name));
  const others = raw.filter((_, index) => !isOwn(raw[index - (index % 2)]));
  return [...others, ...Object.entries(own).flat()];
}

const without = (headers: OutgoingHttpHeaders, own: Record<string, string>): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !has(own, name)));

const has = (own: Record<string, string>, name: string): boolean =>
  Object.keys(own).some((one) => one.toLowerCase() === name.toLowerCase());
