import { type Exchange, headerOf, type RecordedBody, type RecordedHeaders } from "../exchange.ts";
import { isFreeText, isWord } from "./fields.ts";
import type { Masks } from "./masks.ts";
import { jsonWith } from "./visit-json.ts";
import { parametersWith, recoded } from "./visit-parameters.ts";
import { bodyTextWith } from "./visit-text.ts";
import type { Visitor } from "./visitor.ts";

type Message = Exchange["request"];

/**
 * An exchange without what is secret or personal. What one part gives away is masked in all of them. The
 * names of further headers that are credentials are in small letters.
 */
export function maskExchange(
  exchange: Exchange,
  masks: Masks,
  further: ReadonlySet<string> = new Set(),
): Exchange {
  const isCredential = (header: string) => keys.test(header) || further.has(header);
  visit(exchange, {
    personal(value, path) {
      masks.learn(value, isWord(path) ? "free" : "everywhere");
      return value;
    },
    personalNumber: (value) => value,
    text: (value) => value,
    isCredential,
  });
  return visit(exchange, {
    personal: masks.of,
    personalNumber: masks.ofNumber,
    text: (value, path) => masks.inText(value, isFreeText(path)),
    isCredential,
  });
}

interface ExchangeVisitor extends Visitor {
  /** Whether the value of a header is masked whole. */
  isCredential(header: string): boolean;
}

const visit = (exchange: Exchange, visitor: ExchangeVisitor): Exchange => ({
  ...exchange,
  target: targetWith(exchange.target, visitor),
  request: messageWith(exchange.request, visitor),
  answer: messageWith(exchange.answer, visitor),
});

function messageWith({ headers, body }: Message, visitor: ExchangeVisitor): Message {
  const isForm = headerOf(headers, "content-type")?.includes("x-www-form-urlencoded") ?? false;
  return { headers: headersWith(headers, visitor), body: body && bodyWith(body, visitor, isForm) };
}

function bodyWith(body: RecordedBody, visitor: Visitor, isForm: boolean): RecordedBody {
  if ("json" in body) return { json: jsonWith(body.json, visitor) };
  return "bytes" in body ? body : { text: bodyTextWith(body.text, visitor, isForm) };
}

const credentials = new Set(["authorization", "proxy-authorization"]);
/** Keys of any marketplace, such as X-Api-Token. */
const keys = /(?:^|-)(?:auth|token|secret|password|assertion|api-?key|auth-key|access-key)$/;
const cookies = new Set(["cookie", "set-cookie"]);

function headersWith(headers: RecordedHeaders, visitor: ExchangeVisitor): RecordedHeaders {
  const one = (name: string, value: string): string => {
    if (credentials.has(name)) return credentialWith(value, visitor);
    if (cookies.has(name)) return value.split(";").map(cookieWith(visitor)).join(";");
    if (visitor.isCredential(name)) return visitor.personal(value, [name]);
    if (/^[a-z]+:\/\/|^\//.test(value)) return targetWith(value, visitor);
    return visitor.text(value, [name]);
  };
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((each) => one(name, each)) : one(name, value),
    ]),
  );
}

/** The scheme stays. */
function credentialWith(value: string, visitor: Visitor): string {
  const [, scheme = "", credential = value] = /^(\S+\s+)?(.*)$/s.exec(value) ?? [];
  return scheme + visitor.personal(credential, ["authorization"]);
}

const attributes = /^(?:path|domain|expires|max-age|samesite)$/i;
const cookieWith = (visitor: Visitor) => (pair: string) => {
  const [name = "", ...rest] = pair.split("=");
  const value = rest.join("=");
  if (name === "" || value === "" || attributes.test(name.trim())) return pair;
  return `${name}=${visitor.personal(value, ["cookie"])}`;
};

/** The path and the query of an address. */
function targetWith(target: string, visitor: Visitor): string {
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const masked = path
    .split("/")
    .map((segment) => recoded(segment, (text) => visitor.text(text, ["path"])))
    .join("/");
  return mark < 0 ? masked : `${masked}?${parametersWith(target.slice(mark + 1), visitor)}`;
}
