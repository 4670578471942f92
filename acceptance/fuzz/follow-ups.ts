import { isDeepStrictEqual } from "node:util";
import { type Faults, isPage } from "./checks.ts";
import type { Sent } from "./requests.ts";
import { type Came, exchange, type Wire } from "./wire.ts";

/** Checks that repeat a GET in another form; each returns what is wrong. */
type FollowUp = (base: string, sent: Sent, came: Came) => Promise<Faults>;

const withQuery = (target: string, pair: string): string =>
  `${target}${target.includes("?") ? "&" : "?"}${pair}`;

/** Headers that differ between equal answers. */
const passing = new Set(["date", "x-request-id", "connection", "keep-alive", "transfer-encoding"]);

const lasting = ({ headers }: Came): [string, unknown][] =>
  Object.entries(headers)
    .filter(([name]) => !passing.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

const asked = (base: string, sent: Wire, change: Partial<Wire>) => exchange(base, { ...sent, ...change });

/** HEAD answers as GET does, without the body. */
const head: FollowUp = async (base, sent, came) => {
  // decisions 1.6: only GET takes a callback. The 404 of an unknown path names the method.
  if (/[?&]callback=/.test(sent.target) || sent.astray) return [];
  const answer = await asked(base, sent, { method: "HEAD" });
  const same = answer.status === came.status && isDeepStrictEqual(lasting(answer), lasting(came));
  if (same && answer.body.length === 0) return [];
  // Live counts may have changed: compare with a fresh GET.
  const again = await asked(base, sent, {});
  return isDeepStrictEqual(lasting(again), lasting(came)) ? [`HEAD differs from GET: ${came.status}`] : [];
};

const callback = /^\/\*\*\/fuzz\.cb\((\[.*\])\);$/s;

/** JSONP wraps the plain answer in HTTP 200 (decisions 1.6). */
const jsonp: FollowUp = async (base, sent, came) => {
  if (/[?&]callback=/.test(sent.target) || sent.headers["If-None-Match"]) return [];
  const answer = await asked(base, sent, { target: withQuery(sent.target, "callback=fuzz.cb") });
  const json = came.headers["content-type"]?.includes("json") ?? false;
  const text = callback.exec(answer.body.toString())?.[1];
  if (answer.status !== 200 || text === undefined) return [`JSONP does not wrap: ${came.status}`];
  const [status, , body] = JSON.parse(text.replaceAll('["__proto__"]:', '"__proto__":'));
  // A page has no JSON to compare with; a callback gets the error itself.
  if (isPage(came) && status === came.status) return [];
  // A file cannot be sent in a callback; this is checked before everything else.
  if (status === 406 && (!json || came.status >= 400 || came.headers["content-encoding"])) return [];
  // An answer without a body is wrapped as null.
  if (status === came.status && isDeepStrictEqual(body, came.json ?? null)) return [];
  const again = await asked(base, sent, {});
  return isDeepStrictEqual(again.json, came.json) ? [`JSONP differs from the plain answer: ${status}`] : [];
};

/** `attributes` only removes fields (decisions 1.5). */
const attributes: FollowUp = async (base, sent, came) => {
  if (came.status !== 200 || came.json === undefined || sent.target.includes("attributes=")) return [];
  const names = namesIn(came.json);
  const pair = `attributes=${[names[0], `${names.at(-1)}.x`, names[1], "nothing", "__proto__"].join(",")}`;
  const answer = await asked(base, sent, { target: withQuery(sent.target, pair) });
  if (isPartOf(answer.json, came.json)) return [];
  const again = await asked(base, sent, {});
  const isLive = !isDeepStrictEqual(again.json, came.json);
  return isLive || isPartOf(answer.json, again.json) ? [] : ["attributes widens the answer"];
};

function namesIn(json: unknown): string[] {
  const one: unknown = Array.isArray(json) ? json[0] : json;
  return typeof one === "object" && one !== null ? Object.keys(one) : [];
}

function isPartOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part) && Array.isArray(whole))
    return part.length === whole.length && part.every((element, index) => isPartOf(element, whole[index]));
  if (typeof part !== "object" || part === null || typeof whole !== "object" || whole === null)
    return isDeepStrictEqual(part, whole);
  const fields = new Map<string, unknown>(Object.entries(whole));
  return Object.entries(part).every(([name, value]) => fields.has(name) && isPartOf(value, fields.get(name)));
}

/** OPTIONS lists the path's methods. */
const options: FollowUp = async (base, sent) => {
  if (sent.astray) return [];
  const target = sent.target.replace(/\?.*/, "");
  const { json, headers, status } = await asked(base, sent, { target, method: "OPTIONS", body: undefined });
  const listed = typeof json === "object" && json !== null && "methods" in json ? json.methods : [];
  const methods = Array.isArray(listed) ? listed.map(({ method }) => method) : [];
  const there = status === 200 && headers.allow?.includes(sent.method) && methods.includes(sent.method);
  return there ? [] : [`OPTIONS does not list ${sent.method}`];
};

const forGet = [head, jsonp, attributes, options];

/** Repeats the request in one other form, which changes from request to request. */
export function followUp(
  base: string,
  { sent, came, turn }: { sent: Sent; came: Came; turn: number },
): Promise<Faults> {
  const form = sent.method === "GET" ? forGet[turn % forGet.length] : options;
  return form ? form(base, sent, came) : Promise.resolve([]);
}
