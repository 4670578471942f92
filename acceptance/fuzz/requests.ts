import fc from "fast-check";
import type { Sandbox } from "../product/sandbox.ts";
import { bodyOf } from "./bodies.ts";
import type { Operation, Parameter } from "./document.ts";
import { brokenText, fittingValue, type Surroundings } from "./schema-values.ts";
import type { Wire } from "./wire.ts";

/** A request to an operation. `astray` is set when a path segment may lead to another route. */
export interface Sent extends Wire {
  operation: Operation;
  astray: boolean;
  /** The requested id, when it must not be deleted. */
  requestId: string | undefined;
}

/** Requests to an operation: valid, borderline and invalid ones, by all kinds of callers. */
export function requestOf(operation: Operation, around: Surroundings, sandbox: Sandbox): fc.Arbitrary<Sent> {
  const placed = (place: Parameter["in"]) =>
    operation.parameters.filter((parameter) => parameter.in === place);
  return fc
    .record({
      path: pathOf(operation.path, placed("path"), around),
      query: queryOf(placed("query"), around),
      declared: declaredHeaders(placed("header"), around),
      body: bodyOf(operation, around),
      token: tokenOf(operation, sandbox),
      extra: extraHeaders,
    })
    .map(({ path, query, declared, body, token, extra }) => {
      const pairs = [...query, ...(token?.place === "query" ? [`access_token=${token.text}`] : [])];
      return {
        operation,
        ...path,
        method: operation.method,
        target: path.target + (pairs.length > 0 ? `?${pairs.join("&")}` : ""),
        headers: {
          ...extra.headers,
          ...(token?.place === "header" && { Authorization: `Bearer ${token.text}` }),
          ...(body?.type && { "Content-Type": body.type }),
          ...declared,
        },
        requestId: extra.requestId,
        body: body?.bytes,
      };
    });
}

const rawSegments = [
  "",
  "%",
  "%zz",
  "%00",
  "%c0%af",
  "%ed%a0%80",
  ".",
  "%2e%2e",
  "%2F",
  "a%2Fb",
  "%F0%9F%8E%88",
  ";",
  "%25",
];

function pathOf(template: string, parameters: Parameter[], around: Surroundings) {
  const segments = parameters.map(({ name, schema }) => {
    // An empty segment leads astray, even where the schema allows an empty text.
    const fitting = fittingValue(schema, around, name).map((value) => ({
      text: encoded(String(value)),
      raw: value === "",
    }));
    const unfitting = brokenText.map((text) => ({ text: encoded(text), raw: text === "" || text === ".." }));
    const raw = fc.constantFrom(...rawSegments).map((text) => ({ text, raw: true }));
    return fc.oneof(
      { weight: 12, arbitrary: fitting },
      { weight: 2, arbitrary: unfitting },
      { weight: 1, arbitrary: raw },
    );
  });
  return fc.tuple(...segments).map((values) => ({
    target: values.reduce(
      (path, { text }, index) => path.replace(`{${parameters[index]?.name}}`, () => text),
      template,
    ),
    astray: values.some(({ raw }) => raw),
  }));
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

function queryOf(parameters: Parameter[], around: Surroundings): fc.Arbitrary<string[]> {
  const pairs = parameters.map(({ name, required, schema }) => {
    const fitting = fittingValue(schema, around, name).map((value) => `${name}=${encoded(String(value))}`);
    const broken = fc
      .oneof(brokenText.map(encoded), fc.constantFrom("%", "%ff", "a&a=b", "%00"))
      .map((text) => `${name}=${text}`);
    return fc.oneof(
      { weight: required ? 12 : 3, arbitrary: fitting },
      { weight: 1, arbitrary: broken },
      { weight: required ? 1 : 6, arbitrary: fc.constant("") },
    );
  });
  const surplus = fc.constantFrom(
    "",
    "",
    "",
    "",
    "attributes=id",
    "attributes=a.b..c,,",
    "attributes=__proto__,constructor",
    "x[y]=1",
    "__proto__=1",
    "&&=",
    "%=%",
    "callback=",
    "callback=a(b",
    "attributes=id&attributes=text",
    "BRAND=60249",
  );
  return fc.tuple(...pairs, surplus).map((all) => all.filter((pair) => pair !== ""));
}

/** Headers that the operation declares, mostly left out. */
function declaredHeaders(
  parameters: Parameter[],
  around: Surroundings,
): fc.Arbitrary<Record<string, string>> {
  const values = parameters.map(({ name, schema }) =>
    name === "Idempotency-Key"
      ? idempotencyKey
      : fc.oneof(
          fc.constantFrom(undefined, "", "x", "é"),
          fittingValue(schema, around, name).map((value) => String(value)),
        ),
  );
  return fc.tuple(...values).map((all) => {
    const pairs = parameters.map(({ name }, place) => [name, all[place]] as const);
    return Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined));
  });
}

const idempotencyKey = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.constantFrom("k", "same", " ", "x".repeat(256), "é") },
);

interface Token {
  place: "header" | "query";
  text: string;
}

/**
 * Operations that can end what all other requests depend on: tokens, users and the demo's application. Their
 * caller is a user that nothing else depends on.
 */
const destructive = new Set([
  "DELETE /users/{user_id}/applications/{app_id}",
  "DELETE /users/{user_id}/tokens/{family_id}",
  "PUT /users/{id}",
  "PUT /users/{id}/password",
  "PUT /applications/{id}",
  "POST /applications/{id}/secret",
]);

/**
 * All users, most often the demo's main seller and buyer; sometimes a missing, invalid or insufficient token.
 */
function tokenOf({ path, method }: Operation, { users, tokens }: Sandbox): fc.Arbitrary<Token | undefined> {
  const callers = destructive.has(`${method} ${path}`) ? [users.new_user_mla] : Object.values(users);
  const often =
    callers.length === 1 ? callers : [users.seller_mla, users.seller_mla, users.buyer_mla, users.operator];
  const good = fc
    .oneof(fc.constantFrom(...often), fc.constantFrom(...callers))
    .map((user) => user.access_token);
  const bad = fc.constantFrom(
    ...Object.values(tokens),
    "APP_USR-1-2-3",
    "x",
    "%00",
    "a b",
    "",
    "x".repeat(3_000),
  );
  const text = fc.oneof({ weight: 10, arbitrary: good }, { weight: 1, arbitrary: bad });
  const token = fc
    .record({
      place: fc.constantFrom("header" as const, "header" as const, "header" as const, "query" as const),
      text,
    })
    .map((one) => (one.place === "query" ? { ...one, text: encodeURIComponent(one.text) } : one));
  return fc.oneof({ weight: 15, arbitrary: token }, { weight: 1, arbitrary: fc.constant(undefined) });
}

const headers: Record<string, string>[] = [
  {},
  {},
  {},
  {},
  { Accept: "text/html" },
  { "If-None-Match": "*" },
  { "If-Match": '"x"' },
  { Range: "bytes=0-1" },
  { Range: "bytes=9-1,x" },
  { Origin: "https://a.example" },
  { "Content-Encoding": "gzip" },
  { Cookie: "a=b" },
  { "X-Forwarded-For": "127.0.0.1" },
  { "X-Marketplace-Caller": "e30.e30" },
  { "X-HTTP-Method-Override": "DELETE" },
];

const extraHeaders = fc
  .tuple(
    fc.constantFrom(...headers),
    fc.oneof(fc.constant(undefined), fc.stringMatching(/^[\w.-]{1,128}$/), fc.constant("a b")),
  )
  .map(([more, requestId]) => ({
    headers: requestId === undefined ? more : { ...more, "X-Request-Id": requestId },
    requestId: requestId === "a b" ? undefined : requestId,
  }));
