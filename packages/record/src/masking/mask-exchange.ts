import { type Exchange, headerOf, type RecordedBody, type RecordedHeaders } from "../exchange.ts";
import { isFreeText, isPersonal, isPersonalParameter, isWord } from "./fields.ts";
import type { Masks } from "./masks.ts";

type Json = Extract<RecordedBody, { json: unknown }>["json"];
type Message = Exchange["request"];

/** What is done with the values of an exchange: masking them, or learning which ones are personal. */
interface Visitor {
  /** A value that is masked whole. */
  personal(value: string, path: readonly string[]): string;
  personalNumber(value: number): number;
  text(value: string, path: readonly string[]): string;
}

/** An exchange without what is secret or personal. What one part gives away is masked in all of them. */
export function maskExchange(exchange: Exchange, masks: Masks): Exchange {
  visit(exchange, {
    personal(value, path) {
      masks.learn(value, isWord(path) ? "free" : "everywhere");
      return value;
    },
    personalNumber: (value) => value,
    text: (value) => value,
  });
  return visit(exchange, {
    personal: masks.of,
    personalNumber: masks.ofNumber,
    text: (value, path) => masks.inText(value, isFreeText(path)),
  });
}

const visit = (exchange: Exchange, visitor: Visitor): Exchange => ({
  ...exchange,
  target: targetWith(exchange.target, visitor),
  request: messageWith(exchange.request, visitor),
  answer: messageWith(exchange.answer, visitor),
});

function messageWith({ headers, body }: Message, visitor: Visitor): Message {
  const isForm = headerOf(headers, "content-type")?.includes("x-www-form-urlencoded") ?? false;
  return { headers: headersWith(headers, visitor), body: body && bodyWith(body, visitor, isForm) };
}

function bodyWith(body: RecordedBody, visitor: Visitor, isForm: boolean): RecordedBody {
  if ("json" in body) return { json: jsonWith(body.json, visitor, []) };
  if ("bytes" in body) return body;
  return { text: isForm ? parametersWith(body.text, visitor) : visitor.text(body.text, ["text"]) };
}

/** Elements of an array stand in the field that the array is in. */
function jsonWith(value: Json, visitor: Visitor, path: readonly string[]): Json {
  if (typeof value === "string")
    return isPersonal(path) ? visitor.personal(value, path) : visitor.text(value, path);
  if (typeof value === "number") return isPersonal(path) ? visitor.personalNumber(value) : value;
  if (Array.isArray(value)) return value.map((element) => jsonWith(element, visitor, path));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      visitor.text(name, [...path, "key"]),
      jsonWith(field, visitor, billingPath(value, [...path, name])),
    ]),
  );
}

/** In billing data the type of an entry says what its value is. */
const isTelling = (type: string): boolean =>
  type.endsWith("_TYPE") || type.endsWith("SITE_ID") || type.includes("COUNTRY");

function billingPath(owner: { [name: string]: Json }, path: readonly string[]): readonly string[] {
  const { type } = owner;
  const told = path.at(-1) === "value" && typeof type === "string" && isTelling(type);
  return told ? ["value"] : path;
}

const credentials = new Set(["authorization", "proxy-authorization"]);
const keys = /^x-(?:api-key|auth-token|access-token|caller-assertion)$/;
const cookies = new Set(["cookie", "set-cookie"]);

function headersWith(headers: RecordedHeaders, visitor: Visitor): RecordedHeaders {
  const one = (name: string, value: string): string => {
    if (credentials.has(name)) return credentialWith(value, visitor);
    if (keys.test(name)) return visitor.personal(value, [name]);
    if (cookies.has(name)) return value.split(";").map(cookieWith(visitor)).join(";");
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

const parametersWith = (text: string, visitor: Visitor): string =>
  text
    .split("&")
    .map((pair) => {
      const mark = pair.indexOf("=");
      if (mark < 0) return recoded(pair, (value) => visitor.text(value, ["query"]));
      const name = decoded(pair.slice(0, mark));
      return `${pair.slice(0, mark)}=${recoded(pair.slice(mark + 1), (value) =>
        isPersonalParameter(name) ? visitor.personal(value, [name]) : visitor.text(value, [name]),
      )}`;
    })
    .join("&");

/** Decodes a part of an address, changes it, and encodes it again; what does not change stays as it is. */
function recoded(text: string, change: (decoded: string) => string): string {
  const plain = decoded(text);
  const changed = change(plain);
  return changed === plain ? text : encodeURIComponent(changed);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
